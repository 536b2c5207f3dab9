"""Where a commit changed its files: reading hunks and function names from `diff-tree -p -U0`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

#: A file with more hunks was reformatted or generated; where it changed says nothing.
MOST_HUNKS = 200

_COMMIT = re.compile(rb"[0-9a-f]{40,64}$")
_HUNK = re.compile(rb"@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@ ?(.*)")
_CONTENT = frozenset((b"+", b"-", b"\\"))
_ESCAPE = re.compile(rb'\\([abtnvfr"\\]|[0-7]{3})')
_ESCAPED = dict(zip(b"abtnvfr", b"\a\b\t\n\v\f\r", strict=True))

#: Words that stand where a name could and are none.
_NOT_NAMES = frozenset(
    [
        *("if", "for", "while", "switch", "return", "catch", "else", "do", "try", "with", "match", "when"),
        *("fn", "def", "func", "function", "class", "struct", "enum", "interface", "trait", "impl", "module"),
        *("namespace", "static", "const", "public", "private", "protected", "async", "export", "default"),
        *("case", "type", "sizeof", "pub"),
    ]
)

_TYPE_WORDS = "class|struct|interface|trait|enum|module|namespace|protocol|object|record|type|union"

#: How a definition names itself, most telling first. Tried in order on the text of a hunk header.
_DEFINITIONS = tuple(
    re.compile(pattern)
    for pattern in (
        r"^\s*#{1,6}\s+(.+?)\s*#*$",  # Markdown heading
        r"\b(?:def|fn|fun|function|sub)\s*\*?\s+([A-Za-z_$][\w$.?!]*)",  # Python, Rust, Kotlin, Ruby, PHP, JS
        r"\bfunc\s+(?:\([^)]*\)\s*)?([A-Za-z_]\w*)",  # Go (with receiver), Swift
        r"\bimpl\b(?:<[^>]*>)?\s+(?:[\w:]+(?:<[^>]*>)?\s+for\s+)?([A-Za-z_]\w*)",  # Rust
        r"\b(?:const|let|var|static|val)\s+([A-Za-z_$][\w$]*)\s*[:=]",
        r"([~A-Za-z_$][\w$]*(?:::~?[\w$]+)*)\s*(?:<[^>()]*>)?\([^;]*$",  # C, C++, Java, C#, TypeScript
        rf"\b(?:(?:{_TYPE_WORDS})\s+)+([A-Za-z_$][\w$]*)",
    )
)


@dataclass(slots=True)
class FileHunks:
    """The hunks of one file as they are read; same shapes as in `FileChange`."""

    path: str = ""
    hunks: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    functions: dict[str, None] = field(default_factory=dict[str, None])  # in order of appearance

    def add(self, start: int, length: int, header: bytes) -> None:
        """Note one hunk and the function its header names."""
        self.hunks.append((start, length))
        if header and (name := function_name(header.decode("utf-8", "replace"))):
            self.functions.setdefault(name)


def parse_hunks(lines: Iterable[bytes]) -> Iterator[tuple[str, list[FileHunks]]]:
    """`(commit, its files)` for each commit in the output of `git diff-tree --stdin -p -U0`."""
    sha, files, current, in_hunk = "", list[FileHunks](), FileHunks(), False
    for line in lines:
        first = line[:1]
        if in_hunk and first in _CONTENT:  # by far the most lines
            continue
        if first == b"@" and (hunk := _HUNK.match(line)):
            in_hunk = True
            current.add(int(hunk[1]), int(hunk[2] or 1), hunk[3])
        elif line.startswith(b"diff --git "):
            current, in_hunk = FileHunks(), False
            files.append(current)
        elif line.startswith((b"--- ", b"+++ ")):
            current.path = _path(line) or current.path
        elif _COMMIT.match(line):
            if sha:
                yield sha, files
            sha, files, in_hunk = line.decode(), [], False
    if sha:
        yield sha, files


def function_name(header: str) -> str:
    """The name a hunk header's definition goes by, empty when there is none to see."""
    for pattern in _DEFINITIONS:
        for found in pattern.finditer(header):
            if found[1] not in _NOT_NAMES and found[1] != "_":
                return found[1]
    return ""


def lines_of(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a byte stream, without their ends."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _path(line: bytes) -> str:
    """The path of a `--- a/…` or `+++ b/…` line; empty for /dev/null."""
    name = line[4:].removesuffix(b"\t")  # git ends a name that holds a space with a tab
    if name.startswith(b'"'):
        name = _ESCAPE.sub(_unescape, name.strip(b'"'))
    return name[2:].decode("utf-8", "replace") if name[:2] in {b"a/", b"b/"} else ""


def _unescape(found: re.Match[bytes]) -> bytes:
    code = found[1]
    if len(code) == 3:
        return bytes([int(code, 8)])
    return bytes([_ESCAPED.get(code[0], code[0])])
