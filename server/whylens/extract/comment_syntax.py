"""Finds the comments of a source file by the comment syntax of its suffix, without mistaking strings for comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Comment:
    """A run of comment text. `start` and `end` are its place in the file, markers included; `line` is 1-based.

    `trailing` says that code stands before it on its line; `next_code` is the first line of code after it.
    """

    start: int
    end: int
    line: int
    trailing: bool = False
    next_code: str = ""


_STRING = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
_DOUBLE = r"\"(?:\\.|[^\"\\\n])*\""
_CHAR = r"'(?:\\.[^'\n]*|[^'\\\n])'"
_TEMPLATE = r"`(?:\\.|[^`\\])*`"
_TRIPLE = r"(?P<q>\"\"\"|''')(?:\\.|(?!(?P=q)).)*(?P=q)"
_SLASH, _BLOCK = r"//[^\n]*", r"/\*.*?\*/"
_HASH = r"(?:(?<=\s)|(?<![^\n]))#(?!\{)[^\n]*"


def _scanner(comments: str, *skipped: str) -> re.Pattern[str]:
    return re.compile("|".join([f"(?P<comment>{comments})", *skipped]), re.DOTALL)


_C = _scanner(f"{_SLASH}|{_BLOCK}", _DOUBLE, _CHAR)
_SCRIPT = _scanner(f"(?<![:\\\\])(?:{_SLASH}|{_BLOCK})", _STRING, _TEMPLATE)
_GO = _scanner(f"{_SLASH}|{_BLOCK}", _DOUBLE, _CHAR, r"`[^`]*`")
_PYTHON = _scanner(r"#[^\n]*", _TRIPLE, _STRING)
_SHELL = _scanner(_HASH, r"\"(?:\\.|[^\"\\])*\"", r"'[^'\n]*'")
_CONFIG = _scanner(_HASH, _STRING)
_PHP = _scanner(f"{_SLASH}|{_BLOCK}|{_HASH}", _STRING)
_LUA = _scanner(r"--\[\[.*?\]\]|--[^\n]*", _STRING)
_SQL = _scanner(rf"--[^\n]*|{_BLOCK}", _STRING)
_LISP = _scanner(r";[^\n]*", _DOUBLE)
_MARKUP = _scanner(r"<!--.*?-->")
_WEB = _scanner(f"<!--.*?-->|(?<![:\\w])(?:{_SLASH}|{_BLOCK})", _STRING, _TEMPLATE)
_HASKELL = _scanner(r"\{-.*?-\}|--(?=[\s-])[^\n]*", _DOUBLE)
_CSS = _scanner(_BLOCK, _STRING)

#: Suffixes by the syntax of their comments.
_FAMILIES = (
    (
        _C,
        "c h cc cpp cxx hpp hh hxx m mm java rs cs kt kts swift scala groovy gradle dart proto zig v sv cu glsl d",
    ),
    (_SCRIPT, "js jsx ts tsx mjs cjs mts cts"),
    (_WEB, "vue svelte astro"),
    (_PYTHON, "py pyi pyx bzl star"),
    (_SHELL, "sh bash zsh fish rb pl pm r jl ex exs tcl nix cmake mk ps1 awk"),
    (_CONFIG, "yml yaml toml cfg conf tf hcl dockerfile makefile"),
    (_CSS, "css scss less"),
    (_MARKUP, "html htm xml"),
    (_LISP, "lisp clj cljs el scm"),
    (_GO, "go"),
    (_PHP, "php"),
    (_LUA, "lua"),
    (_SQL, "sql"),
    (_HASKELL, "hs elm"),
)
_SYNTAX = {suffix: scanner for scanner, suffixes in _FAMILIES for suffix in suffixes.split()}
_NAMES = {
    "makefile": _CONFIG,
    "dockerfile": _CONFIG,
    "cmakelists.txt": _SHELL,
    "rakefile": _SHELL,
    "gemfile": _SHELL,
    "jenkinsfile": _C,
}
_ANY = _scanner(rf"{_SLASH}|{_BLOCK}|{_HASH}", _TRIPLE, _DOUBLE)


def _syntax(path: str) -> re.Pattern[str] | None:
    name = PurePosixPath(path).name.lower()
    return _NAMES.get(name) or _SYNTAX.get(name.rpartition(".")[2])


def find_comments(path: str, text: str) -> list[Comment]:
    """The comments of a file in order; neighbouring line comments of one column are one. Unknown suffix: a guess."""
    pattern = _syntax(path) or _ANY
    found = [match.span("comment") for match in pattern.finditer(text) if match["comment"]]
    return list(_merged(text, found))


def _merged(text: str, spans: list[tuple[int, int]]) -> Iterator[Comment]:
    line, seen = 1, 0
    for start, end in _joined(text, spans):
        line += text.count("\n", seen, start)
        seen = start
        yield Comment(start, end, line, _is_trailing(text, start), _next_code(text, end))


def _joined(text: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Neighbouring spans as one, where only white space and one line break lie between whole-line comments."""
    current: tuple[int, int] | None = None
    for start, end in spans:
        if current and _adjoin(text, current, start):
            current = (current[0], end)
            continue
        if current:
            yield current
        current = (start, end)
    if current:
        yield current


def _adjoin(text: str, current: tuple[int, int], start: int) -> bool:
    between = text[current[1] : start]
    if between.strip() or between.count("\n") != 1 or text.startswith("/*", start):
        return False
    return not _is_trailing(text, current[0]) or _column(text, current[0]) == _column(text, start)


def _column(text: str, position: int) -> int:
    return position - (text.rfind("\n", 0, position) + 1)


def _is_trailing(text: str, start: int) -> bool:
    return bool(text[text.rfind("\n", 0, start) + 1 : start].strip())


def _next_code(text: str, end: int) -> str:
    for line in text[end : end + 400].split("\n")[1:4]:
        if line.strip():
            return line.strip()
    return ""
