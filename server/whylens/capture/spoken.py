"""Which function somebody speaks of: the names of code in a sentence, looked up in some files or in all git tracks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.symbols import outline
from whylens.capture.paths import is_keepable
from whylens.extract.stories.runs import is_test_file
from whylens.model.anchor import Anchor
from whylens.model.errors import Unavailable
from whylens.normalize.restricted import is_restricted_path
from whylens.runtime.git.command import run

#: Functions a sentence is placed at, names of it that are looked up, and files a name may stand in to be looked for.
MOST_NAMED, MOST_NAMES, MOST_FILES = 2, 4, 12
#: Seconds git may look for a name.
GREP_WITHIN = 5.0

#: What is a name of code and no word: in backticks, or with an underscore, a capital inside, or parentheses.
#: So is what belongs to a name with a capital inside: `HttpClient.send`.
_NAME = re.compile(
    r"(?<![\w`./])([A-Za-z]*[a-z0-9][A-Z]\w*(?:(?:\.|::|#)\w+)+)\b|`([\w.:#]+(?:\(\))?)`|(?<![\w`./])((?:\w+(?:\.|::|#))*(?:\w+_\w+|_\w+|[A-Za-z]*[a-z0-9][A-Z]\w*|\w+(?=\(\))))\b"
)
#: Shorter names mean too much.
_SHORTEST = 4
_WORDS = "def|func|function|fn|class|struct|interface|trait|type|enum|const|let|var|static|#define"
#: Where a name is defined (git's extended expressions): after a word that says so; else before what it is given.
_DEFINED = (
    rf"({_WORDS})[[:blank:]]+(\([^()]*\)[[:blank:]]*)?([^(=]*[^A-Za-z0-9_])?{{0}}([^A-Za-z0-9_]|$)",
    r"(^|[^A-Za-z0-9_]){0}[[:blank:]]*[(=:<]",
)


def spoken_of(
    sentence: str, files: Iterable[str], read: Callable[[str], str | None], root: Path | None
) -> tuple[Anchor, ...]:
    """The definitions that *sentence* names: in *files*, else the only ones of their names in the repository at *root*.

    `read` gives the text of a file of the project, None where it cannot be read. Where a name fits several definitions
    there is no place. Asks git, and blocks.
    """
    names, files = _names(sentence), list(files)
    near = [made for name in names for made in _only(name, files, read, in_each=True)]
    if near or root is None:
        return tuple(dict.fromkeys(near))[:MOST_NAMED]
    far = [made for name in names for made in _only(name, _defining(root, name[-2:][0]), read, in_each=False)]
    return tuple(dict.fromkeys(far))[:MOST_NAMED]


def _names(sentence: str) -> list[tuple[str, ...]]:
    """The names of code, in parts: `Class.method`."""
    written = (next(filter(None, each.groups())) for each in _NAME.finditer(sentence))
    names = dict.fromkeys(tuple(re.split(r"\.|::|#", each.rstrip("()"))) for each in written)
    return [each for each in names if len(each[-1]) >= _SHORTEST][:MOST_NAMES]


def _only(
    name: tuple[str, ...], paths: list[str], read: Callable[[str], str | None], *, in_each: bool
) -> Iterator[Anchor]:
    """The definition of *name* that is the only one in its file, or in all together; what tests define comes second."""
    found: list[tuple[str, tuple[str, ...], str]] = []
    for path in paths:
        if (language := language_of(path)) is not None and (text := read(path)) is not None:
            symbols = dict.fromkeys(each.path for each in outline(text, language).symbols)
            fitting = [each for each in symbols if each[-len(name) :] == name]
            found += [(path, each, text) for each in fitting if not in_each or len(fitting) == 1]
    if not in_each:
        found = [each for each in found if not is_test_file(each[0])] or found
    if in_each or len(found) == 1:
        yield from (make_anchor(path, text, symbol=symbol) for path, symbol, text in found)


def _defining(root: Path, name: str) -> list[str]:
    """The files that may define *name*; none where they are too many to look through."""
    if not re.fullmatch(r"\w+", name):
        return []
    for pattern in _DEFINED:
        try:
            said = run(root, "grep", "-l", "-I", "-z", "-E", "-e", pattern.format(name), timeout=GREP_WITHIN)
        except Unavailable:
            return []
        paths = [each.decode("utf-8", "replace") for each in (said or b"").split(b"\0") if each]
        may = [
            each for each in paths if language_of(each) and is_keepable(each) and not is_restricted_path(each)
        ]
        if may:
            return may if len(may) <= MOST_FILES else []
    return []
