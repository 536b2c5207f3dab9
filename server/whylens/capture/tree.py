"""The working tree as readings: decision records, agent instructions, manifests, and comments with their functions."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.symbols import outline
from whylens.capture.paths import is_keepable, is_text
from whylens.capture.readings import Find, Reading, Step
from whylens.extract.comments import extract_comments
from whylens.extract.generated import is_generated
from whylens.extract.manifests import extract_manifest, is_manifest_path
from whylens.extract.records import extract_record, is_record_path
from whylens.extract.rules_files import extract_rules, is_rules_path
from whylens.model.card import CardDraft
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.normalize.normalize import normalize
from whylens.runtime.regular import read_regular

#: Files longer than this are generated, or data; nobody's reasons are in them.
LARGEST_FILE = 1_000_000
#: Files looked at in a folder that is no repository.
MOST_WALKED = 20_000
#: Files read between two points of return.
CHUNK = 200
#: Part of every file's fingerprint: raise it when the extractors change, and the tree is read again.
READER_VERSION = "1"

_SKIPPED_FOLDERS = frozenset(
    [
        "node_modules",
        "vendor",
        "third_party",
        "third-party",
        "thirdparty",
        ".git",
        "dist",
        "build",
        "out",
        "target",
        "__pycache__",
        ".venv",
        "venv",
        "deps",
        "bower_components",
        "site-packages",
        ".tox",
        ".mypy_cache",
        "external",
        "extern",
    ]
)


@dataclass(frozen=True, slots=True)
class TreeFile:
    """A file of the working tree: repo-relative path, and what tells whether it changed since it was read."""

    path: str
    fingerprint: str


def list_tree(root: Path, tracked: Iterable[str]) -> list[TreeFile]:
    """The files worth reading, most telling first: instructions, records, manifests, then code."""
    files: list[tuple[int, TreeFile]] = []
    for path in tracked:
        rank = _rank(path)
        if rank is None:
            continue
        try:
            found = (root / path).lstat()  # what a link leads to is not part of the project
        except (OSError, ValueError):
            continue
        if stat.S_ISREG(found.st_mode) and 0 < found.st_size <= LARGEST_FILE:
            print_ = f"{READER_VERSION}:{found.st_size}:{found.st_mtime_ns}"
            files.append((rank, TreeFile(path, hashlib.blake2b(print_.encode(), digest_size=8).hexdigest())))
    return [file for _, file in sorted(files, key=lambda each: (each[0], each[1].path))]


def walk_folder(root: Path) -> Iterator[str]:
    """The files of a folder that is no repository, without hidden ones; at most `MOST_WALKED`."""
    count = 0
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(
            each
            for each in folders
            if not each.startswith(".") and each not in _SKIPPED_FOLDERS and is_text(each)
        )
        for name in sorted(names):
            if not name.startswith(".") and is_text(name) and (count := count + 1) <= MOST_WALKED:
                yield (Path(folder) / name).relative_to(root).as_posix()
        if count > MOST_WALKED:
            return


def read_tree(
    root: Path,
    files: list[TreeFile],
    known: Callable[[str], str | None],
    *,
    dates: Callable[[], dict[str, float]],
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[Step]:
    """Steps over the files whose fingerprint is not the one *known* for their path.

    `dates` gives the day files last changed (Unix seconds); it is asked only if there is a file to read.
    """
    changed = [file for file in files if known(read_key(file.path)) != file.fingerprint]
    changed_at = dates() if changed else {}
    for start in range(0, len(changed), CHUNK):
        if cancelled():
            return
        chunk = changed[start : start + CHUNK]
        readings: list[Reading] = []
        progress: dict[str, str] = {}
        for file in chunk:
            raw = _content(root / file.path)
            if raw is None:  # gone, or not ours to read: it is looked at again the next time
                continue
            progress[read_key(file.path)] = file.fingerprint
            if b"\0" not in raw[:8192]:
                text = raw.decode("utf-8-sig", "replace")
                readings.append(read_text(file.path, text, at=changed_at.get(file.path, 0.0)))
        yield Step("files", start + len(chunk), len(changed), tuple(readings), len(chunk), progress)


def _content(file: Path) -> bytes | None:
    try:
        return read_regular(file, LARGEST_FILE, cut=True)
    except (OSError, ValueError):
        return None


def gone_files(paths: Iterable[str], present: Iterable[str], known: Callable[[str], str | None]) -> list[str]:
    """Those of *paths* that were read once, says *known*, and are not among the files *present* any more."""
    here = frozenset(present)
    return [path for path in paths if path not in here and known(read_key(path))]


def forget_files(paths: list[str], *, at: float) -> Iterator[Step]:
    """Steps that say of files that are gone that they hold nothing now."""
    for start in range(0, len(paths), CHUNK):
        chunk = paths[start : start + CHUNK]
        readings = tuple(read_text(path, "", at=at) for path in chunk)
        yield Step("files", len(chunk), len(chunk), readings, 0, {read_key(path): "" for path in chunk})


def read_text(path: str, text: str, *, at: float) -> Reading:
    """What *text*, the content of *path*, says.

    Most files say nothing, so they are read raw first; the statements that are kept come from the redacted form.
    """
    basis = _basis(path)
    source = SourceRef(basis, path, title=path, at=at)
    drafts = _drafts(path, text, basis)
    if drafts and not is_keepable(path):
        drafts = []
    if drafts:
        redacted = normalize(Event(source, path, text, (path,)), limit=LARGEST_FILE)
        drafts = _drafts(path, str(redacted.text), basis)
    quoted = "\n".join(draft.evidence for draft in drafts)
    kept = normalize(Event(source, path, quoted, (path,)))
    return Reading(kept, tuple(_finds(path, text, drafts)), whole=True)


def _drafts(path: str, text: str, basis: Basis) -> list[CardDraft]:
    if basis is Basis.RECORD:
        return list(extract_record(path, text).drafts)
    if basis is Basis.INSTRUCTIONS:
        return list(extract_rules(path, text))
    if basis is Basis.MANIFEST:
        return list(extract_manifest(path, text))
    return [] if is_generated(path, text) else list(extract_comments(path, text))


def _finds(path: str, text: str, drafts: list[CardDraft]) -> Iterator[Find]:
    """The drafts with their places: comments stand in a function, everything else is about its file as a whole."""
    language = language_of(path)
    in_code = [draft for draft in drafts if draft.line is not None and _basis(path) is Basis.COMMENT]
    parsed = outline(text, language) if in_code and language is not None else None
    for draft in drafts:
        placed = parsed is not None and draft in in_code
        anchors = (make_anchor(path, text, line=draft.line, outline=parsed),) if placed else ()
        yield Find(draft, anchors, (path,))


def _basis(path: str) -> Basis:
    if is_rules_path(path):
        return Basis.INSTRUCTIONS
    if is_record_path(path):
        return Basis.RECORD
    return Basis.MANIFEST if is_manifest_path(path) else Basis.COMMENT


def _rank(path: str) -> int | None:
    if _SKIPPED_FOLDERS.intersection(path.split("/")[:-1]):
        return None
    basis = _basis(path)
    if basis is not Basis.COMMENT:
        return (Basis.INSTRUCTIONS, Basis.RECORD, Basis.MANIFEST).index(basis)
    return 3 if language_of(path) is not None else None


def read_key(path: str) -> str:
    """Under what the learner's progress keeps the fingerprint of *path*; the name itself is not kept."""
    return f"file:{_digest(path)}"


def dated_key(path: str) -> str:
    """The same for the fingerprint *path* had when the lines of its comments were dated."""
    return f"dated:{_digest(path)}"


def _digest(path: str) -> str:
    return hashlib.blake2b(path.encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()
