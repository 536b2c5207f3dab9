"""Which functions of a repository a scripted day works in: some that read a member of a parameter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.day_languages import SPEECH, Speech
from whylens.anchor.languages import language_of
from whylens.anchor.normal import BARE
from whylens.anchor.symbols import Symbol, outline
from whylens.extract.stories.runs import is_test_file
from whylens.runtime.git import Git

#: Lines of a function somebody would work in, and of the file around it.
SHORTEST, LONGEST, LONGEST_FILE = 6, 60, 2_500
#: Commits whose changes say where people work now.
NEWEST = 300
#: Receivers that are no parameters.
_NO_PARAMETER = frozenset({"self", "this", "cls", "super"})


@dataclass(frozen=True)
class Place:
    """A function, and the line in it (1-based) that reads `member` of its parameter `name`."""

    path: str
    symbol: tuple[str, ...]
    start: int
    line: int
    indent: str
    name: str
    member: str
    speech: Speech

    @property
    def function(self) -> str:
        """Its name alone."""
        return self.symbol[-1]

    def words(self, text: str, **more: str) -> str:
        """*text* with what it leaves open."""
        names = {"name": self.name, "member": self.member, "function": self.function}
        return text.format(self.indent, **names, **more)


def places(root: Path, wanted: int) -> list[Place]:
    """Functions in different files, those first that changed most lately, all of the most common language."""
    git = Git(root)
    lately = Counter(change.path for commit in git.log(limit=NEWEST) for change in commit.changes)
    paths = sorted(
        (path for path in git.ls_files() if language_of(path) in SPEECH and not is_test_file(path)),
        key=lambda path: (-lately[path], path),
    )
    common = Counter(id(SPEECH[str(language_of(path))]) for path in paths).most_common(1)
    found: list[Place] = []
    for path in paths:
        if len(found) < wanted and id(SPEECH[str(language_of(path))]) == common[0][0]:
            found += list(_in_file(root / path, path))[:1]
    if len(found) < wanted:
        raise SystemExit(f"{root.name}: a day needs {wanted} files with functions it can work in")
    return found


def test_file(root: Path, place: Place) -> str:
    """A test file of the same language."""
    suffix = Path(place.path).suffix
    names = (each for each in Git(root).ls_files() if each.endswith(suffix) and is_test_file(each))
    return next(names, f"tests/test_day{suffix}")


def _in_file(file: Path, path: str) -> Iterator[Place]:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    lines = text.split("\n")
    if len(lines) > LONGEST_FILE:
        return
    found = outline(text, language_of(path))
    code = [line if said != BARE else "" for line, said in zip(lines, found.line_hashes, strict=True)]
    for symbol in found.symbols:
        if "function" in symbol.kind or "method" in symbol.kind:
            yield from _in_function(path, symbol, code)


def _in_function(path: str, symbol: Symbol, lines: list[str]) -> Iterator[Place]:
    """The first statement of the body, at its own indentation, that reads a member of a parameter.

    *lines* are those of the file, empty where they hold only comments or a docstring.
    """
    if not SHORTEST <= symbol.end - symbol.start <= LONGEST or not _worth(symbol.name):
        return
    head = lines[symbol.name_line - 1]
    if not (signature := re.search(rf"{symbol.name}\s*\(([^()]*)\)?.*[:{{]\s*$", head)):
        return
    given = set(re.findall(r"\b[a-z]\w{2,}\b", signature[1])) - _NO_PARAMETER
    body = [each for each in lines[symbol.name_line : symbol.end - 1] if each.strip()]
    indent = re.match(r"\s*", body[0])[0] if body else ""  # type: ignore[index]
    for number in range(symbol.name_line + 1, symbol.end):
        line = lines[number - 1]
        if re.match(r"\s*", line)[0] != indent or line.strip().startswith(
            ("#", "//", "@", "*", '"', ")", "}")
        ):  # type: ignore[index]
            continue
        for name, member in re.findall(r"(?<![\w.])([a-z]\w*)\.([A-Za-z]\w{2,})", line):
            if name in given:
                speech = SPEECH[str(language_of(path))]
                yield Place(path, symbol.path, symbol.start, number, indent, name, member, speech)
                return


def _worth(name: str) -> bool:
    return re.fullmatch(r"[A-Za-z]\w{4,}", name) is not None and name not in ("constructor", "__init__")
