"""The drafts of what was run: a test that fails no more, and a command that works."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from whylens.extract.phrasing import clipped
from whylens.extract.stories.change import Change, difference, sentence, united
from whylens.extract.stories.commands import Command, Purpose
from whylens.extract.stories.message import pattern_of
from whylens.extract.stories.outcomes import Failure
from whylens.extract.stories.story import Story, Turn, key_of, place_text
from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import CardDraft
from whylens.model.happening import Edited
from whylens.model.words import Basis, Kind

#: Files edited between a failure and a pass, from which it was work on something else.
MOST_FILES = 6
#: Failed commands that are named.
_MOST_NAMED = 4

#: A place in code: a file and a function.
Place = tuple[str, tuple[str, ...]]

#: Fails because the code it is for is not there yet.
_MISSING = re.compile(
    r"NameError|ImportError|ModuleNotFound|AttributeError|NotImplemented|is not (?:defined|a function|a constructor)"
    r"|undefined|no method named|cannot find|Cannot find|unresolved|todo!|not (?:yet )?implemented"
)

#: How sure it is, by who ran it: what an assistant does waits for review.
_BY_USER, _BY_ASSISTANT = 0.9, 0.5

#: How a purpose begins the sentence.
_RUN_WITH = {
    Purpose.TESTS: "The tests run with",
    Purpose.CHECKS: "The code is checked with",
    Purpose.BUILD: "The project is built with",
    Purpose.START: "The program is started with",
}


@dataclass(frozen=True, slots=True)
class TestRun:
    """A test command from its failure to its pass."""

    __test__ = False

    command: str
    failure: Failure
    failed_at: float
    passed_at: float
    by_assistant: bool = False


def mended(
    run: TestRun,
    edits: Sequence[Edited],
    is_test: Callable[[str], bool],
    *,
    written: frozenset[Place] | None = None,
) -> list[Story]:
    """The story of a test that failed and passes again after *edits*; none when it does not say what failed.

    *written* is given when the test was just written: then it shows a defect only where it made code change that
    was there before, and not among the functions written in the same go.
    """
    code = [each for each in edits if not is_test(each.path)]
    files = tuple(dict.fromkeys(each.path for each in code))
    if not run.failure.line or not code or len(files) > MOST_FILES:
        return []
    place = _main_place(code)
    change = united(each for each in code if (each.path, each.symbol) == place)
    new = written is not None and (
        place in written or not change.removed or _MISSING.search(run.failure.line)
    )
    return [] if new or change.is_empty or change.deletes else [_story(run, place, change, files)]


def _story(run: TestRun, place: Place, change: Change, files: tuple[str, ...]) -> Story:
    path, symbol = place
    failure, shown = run.failure, difference(change, SYMBOL_SEPARATOR.join((path, *symbol)))
    draft = CardDraft(
        kind=Kind.ISSUE,
        summary=f"Fixed in {place_text(path, symbol)}: {_what_failed(failure)}",
        evidence=failure.line,
        basis=Basis.TOOL,
        certainty=_BY_ASSISTANT if run.by_assistant else _BY_USER,
        rationale=sentence(change),
        details=f"{failure.line}\n\n{shown}",
        importance=0.5,
        files=files,
        rule="fixed-test-failure",
    )
    told = f"$ {run.command}\nfailed:\n{failure.line}\n\n{shown}\n\n$ {run.command}\npassed"
    kin = key_of("test", failure.test, pattern_of(failure.why))
    key = key_of(kin, path, *symbol)
    return Story(
        Turn.SUPPORTED, key, run.passed_at, draft, told, kin=kin, path=path, symbol=symbol, files=files
    )


def learned_command(
    command: Command, failed: Sequence[tuple[str, str]], at: float, *, by_assistant: bool
) -> Story:
    """The story of a command that works after others *failed* (each with how)."""
    evidence = f"worked: {command.text}"
    named = [f"`{text}` ({how})" for text, how in failed[:_MOST_NAMED]]
    draft = CardDraft(
        kind=Kind.FACT,
        summary=f"{_RUN_WITH[command.purpose]} `{command.text}`.",
        evidence=evidence,
        basis=Basis.TOOL,
        certainty=_BY_ASSISTANT if by_assistant else _BY_USER,
        rationale=f"Did not work just before, with no edit in between: {', '.join(named)}." if named else "",
        importance=0.5,
        rule="command-works",
    )
    told = "\n".join([*(f"did not work: {text} ({how})" for text, how in failed), evidence])
    return Story(Turn.LEARNED, key_of("command", command.purpose, command.text), at, draft, told)


def _main_place(edits: Sequence[Edited]) -> Place:
    """The function most lines of which changed; of equals the last one edited."""
    lines: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for each in reversed(edits):
        lines[each.path, each.symbol] += len(each.removed) + len(each.added)
    return lines.most_common(1)[0][0]


def _what_failed(failure: Failure) -> str:
    why = f" with “{failure.why}”" if failure.why else ""
    test = clipped(failure.test, 90)
    name = f"“{test}”" if " " in test else test
    return f"the test {name} failed{why}" if test else f"a test failed{why}"
