"""Open documents as plain values: what a handler may keep over an `await`, and where a URI lies on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from lsprotocol import types
from pygls.workspace import Workspace

from whylens.lsp.mirror import LARGEST_DOCUMENT, MirroredDocument, split_lines
from whylens.lsp.positions import client_units, code_points
from whylens.runtime.regular import read_regular

_LONE_RETURN = re.compile(r"\r(?!\n)")
_WINDOWS_DRIVE = re.compile(r"^/([A-Za-z]):")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a document. `path` is None for what is no file (`untitled:`, `git:`, …)."""

    uri: str
    version: int | None
    text: str = field(repr=False)
    path: Path | None
    encoding: str = "utf-16"

    def line(self, number: int) -> str:
        """The line *number* (0-based), empty past the end."""
        lines = split_lines(self.text)
        return lines[number] if 0 <= number < len(lines) else ""

    def selected(self, range_: types.Range) -> str:
        """The text of *range_*, which counts columns in the client's units."""
        lines = split_lines(self.text)[range_.start.line : range_.end.line + 1]
        if not lines:
            return ""
        if range_.end.line - range_.start.line + 1 == len(lines):
            lines[-1] = lines[-1][: code_points(lines[-1], range_.end.character, self.encoding)]
        lines[0] = lines[0][code_points(lines[0], range_.start.character, self.encoding) :]
        return "".join(lines)


class Documents:
    """The open documents of the workspace. Nothing that awaits may touch the workspace itself: take a snapshot."""

    def __init__(self) -> None:
        self._workspace: Workspace | None = None

    def use(self, workspace: Workspace) -> None:
        """Read from *workspace* from now on (it exists once the client initialized)."""
        self._workspace = workspace

    @property
    def encoding(self) -> str:
        """The units of columns that client and server agreed on."""
        encoding = self._workspace.position_encoding if self._workspace else "utf-16"
        return str(getattr(encoding, "value", encoding))

    def mirror(self, uri: str) -> MirroredDocument | None:
        """The live mirror of an open document."""
        document = self._workspace.text_documents.get(unquote(uri)) if self._workspace else None
        return document if isinstance(document, MirroredDocument) else None

    def snapshot(self, uri: str) -> Snapshot | None:
        """The present version of an open document; None when it is not open or too large to keep."""
        document = self.mirror(uri)
        if document is None or document.too_large:
            return None
        text = _with_known_ends(document.source)
        return Snapshot(uri, document.version, text, path_of(uri), self.encoding)

    def open(self) -> Iterator[str]:
        """The URIs of all open documents, as the client wrote them."""
        documents = self._workspace.text_documents.values() if self._workspace else ()
        return (each.uri for each in tuple(documents))

    def folders(self) -> list[Path]:
        """The workspace folders on disk, first one first; the root where the client knows no folders."""
        if self._workspace is None:
            return []
        uris = [each.uri for each in self._workspace.folders.values()]
        if not uris and self._workspace.root_uri:
            uris = [self._workspace.root_uri]
        return [path for uri in uris if (path := path_of(uri)) is not None]


def read_snapshot(uri: str) -> Snapshot | None:
    """A closed file from disk (blocks: call it on a worker); None when it cannot be read or is too large."""
    path = path_of(uri)
    try:
        if path is None:
            return None
        text = read_regular(path, LARGEST_DOCUMENT).decode("utf-8", "replace")
    except OSError:
        return None
    return Snapshot(uri, None, _with_known_ends(text), path)


def _with_known_ends(text: str) -> str:
    """A lone carriage return ends a line for an editor and for nobody else: hand it on as the end everyone knows."""
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


def path_of(uri: str) -> Path | None:
    """The native path of a `file:` URI; None for any other scheme or a URI that names no path."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    # a `#` or `?` that was not escaped belongs to the name: file URIs have neither query nor fragment
    tail = (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")
    path = unquote(parts.path + tail)
    if parts.netloc and parts.netloc.lower() != "localhost":
        path = f"//{unquote(parts.netloc)}{path}"
    elif os.name == "nt":
        path = _WINDOWS_DRIVE.sub(r"\1:", path)
    return Path(path) if path and "\0" not in path else None


def uri_of(path: Path) -> str:
    """The `file:` URI of an absolute path."""
    text = path.as_posix()
    if text.startswith("//"):
        return "file:" + quote(text)
    return "file://" + quote(
        text if text.startswith("/") else f"/{text}", safe="/:" if os.name == "nt" else "/"
    )


def client_column(snapshot: Snapshot, line: int, column: int) -> int:
    """The column a client gives the code point *column* of *line* (0-based)."""
    return client_units(snapshot.line(line), column, snapshot.encoding)
