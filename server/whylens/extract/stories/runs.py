"""Follows what is run: a test that fails, edits, the same command passes; a command that works after others did not."""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from whylens.extract.stories.commands import Command, Purpose, read_command
from whylens.extract.stories.mended import Place, TestRun, learned_command, mended
from whylens.extract.stories.outcomes import Failure, Outcome, failure_of, outcome_of, plain
from whylens.extract.stories.story import Story
from whylens.model.happening import Edited, Ran

#: Commands, edits and failed variants that are followed.
MOST_COMMANDS, MOST_EDITS, MOST_VARIANTS = 64, 200, 12
#: Seconds within which variants of one command are tried one after another.
TRIED_WITHIN = 1_800.0
#: Variants that failed, from which the one that works is worth knowing; one that could not even run counts for two.
ENOUGH_VARIANTS = 2
#: Seconds after which a failure and a pass have nothing to do with each other any more.
MENDED_WITHIN = 4 * 3_600.0

_TEST_FILE = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|testdata|fixtures?)/|(?:^|/)(?:test_|conftest)|[._-](?:test|tests|spec)s?\."
    r"|Tests?\."
)
_NO_CODE = re.compile(
    r"\.(?:md|rst|txt|adoc|lock|log|csv|svg|png)$|(?:^|/)(?:package-lock\.json|go\.sum)$", re.IGNORECASE
)


@dataclass(slots=True)
class _Known:
    """One command: its failure since it last passed, and when it passed."""

    command: Command
    failed_at: float | None = None
    failure: Failure = field(default_factory=Failure)
    passed_at: float | None = None
    by_assistant: bool = False


@dataclass(frozen=True, slots=True)
class _Variant:
    command: Command
    at: float
    said: str
    unable: bool


class Runs:
    """The commands of one session. Feed it and the edits in order."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], _Known] = OrderedDict()
        self._edits: deque[Edited] = deque(maxlen=MOST_EDITS)
        self._variants: deque[_Variant] = deque(maxlen=MOST_VARIANTS)
        self._taught: set[Purpose] = set()

    def edited(self, edit: Edited) -> None:
        """Code changed: failures before it may be mended by it, and are no wrong commands."""
        if not _NO_CODE.search(edit.path):
            self._edits.append(edit)
            self._variants.clear()

    def renamed(self, path: str, to: str) -> None:
        """A file has another name: what was changed in it is told by that."""
        renamed = (replace(each, path=to) if each.path == path else each for each in self._edits)
        self._edits = deque(renamed, maxlen=MOST_EDITS)

    def ran(self, run: Ran, *, by_assistant: bool = False) -> tuple[Outcome | None, list[Story]]:
        """How a command ended, as far as anybody can tell, and the stories that ended with it."""
        command = read_command(run.command)
        if command is None:
            return None, []
        output = plain(run.output)
        outcome = outcome_of(output, run.exit_code)
        known = self._of(command, run.folder)
        if outcome is Outcome.PASSED:
            return outcome, self._passed(command, known, run, by_assistant=by_assistant)
        if outcome is Outcome.FAILED:
            self._failed(known, failure_of(output), run.at, by_assistant=by_assistant)
        if outcome is not None:
            said = f"exit {run.exit_code}" if run.exit_code is not None else "failed"
            ran_tests = outcome is Outcome.FAILED and bool(failure_of(output).line)
            if not ran_tests:
                self._variants.append(_Variant(command, run.at, said, outcome is Outcome.UNABLE))
        return outcome, []

    def written_by_git(self, since: float) -> None:
        """What changed from *since* on was no edit: other files were checked out."""
        self._edits = deque((each for each in self._edits if each.at < since), maxlen=MOST_EDITS)

    def failing(self) -> list[tuple[str, Failure]]:
        """The test commands that failed when they were last run, with what they said."""
        return [
            (text, known.failure)
            for (text, _), known in self._known.items()
            if known.failed_at is not None and known.failure.line
        ]

    def sizes(self) -> dict[str, int]:
        """How much is followed, for the tests of its bounds."""
        return {"commands": len(self._known), "edits": len(self._edits), "variants": len(self._variants)}

    # -- inside ----------------------------------------------------------------------------------------------

    def _of(self, command: Command, folder: str) -> _Known:
        key = (command.text, folder)
        known = self._known.setdefault(key, _Known(command))
        self._known.move_to_end(key)
        while len(self._known) > MOST_COMMANDS:
            self._known.popitem(last=False)
        return known

    def _failed(self, known: _Known, failure: Failure, at: float, *, by_assistant: bool) -> None:
        """The first failure since it passed is the one the story is about."""
        if known.failed_at is None or known.failure.test != failure.test:
            known.failed_at, known.failure = at, failure
        known.by_assistant = by_assistant

    def _passed(self, command: Command, known: _Known, run: Ran, *, by_assistant: bool) -> list[Story]:
        told: list[Story] = []
        failed_at, failure, passed_at = known.failed_at, known.failure, known.passed_at
        known.failed_at, known.failure, known.passed_at = None, Failure(), run.at
        self._settle_others(command, failure)
        if failed_at is not None and command.purpose is Purpose.TESTS and run.at - failed_at <= MENDED_WITHIN:
            edits = [each for each in self._edits if failed_at < each.at <= run.at]
            if edits and not command.private:
                assistant = by_assistant or known.by_assistant
                test = TestRun(command.text, failure, failed_at, run.at, by_assistant=assistant)
                new = self._was_new(failure, failed_at, passed_at)
                told += mended(test, edits, is_test_file, written=self._written(failed_at) if new else None)
        told += self._learned(command, run, by_assistant=by_assistant)
        return told

    def _was_new(self, failure: Failure, failed_at: float, passed_at: float | None) -> bool:
        """Whether the failing test was being written: that it fails at first is how it should be."""
        file = failure.file.rsplit("/", 1)[-1]
        written = [
            each.at
            for each in self._edits
            if each.at <= failed_at and is_test_file(each.path) and (not file or each.path.endswith(file))
        ]
        return bool(written) and (passed_at is None or written[-1] > passed_at)

    def _settle_others(self, command: Command, failure: Failure) -> None:
        """All tests passed, or the one that failed: other ways to run them have nothing left to say."""
        for other in self._known.values():
            same = other.command.purpose is command.purpose
            if same and (not command.narrow or other.failure.test == failure.test):
                other.failed_at, other.failure = None, Failure()

    def _written(self, until: float) -> frozenset[Place]:
        """The functions that were worked on up to *until*."""
        return frozenset((each.path, each.symbol) for each in self._edits if each.at <= until)

    def _learned(self, command: Command, run: Ran, *, by_assistant: bool) -> list[Story]:
        """What works after others did not, with no edit in between."""
        tried = [
            each
            for each in self._variants
            if each.command.purpose is command.purpose and run.at - each.at <= TRIED_WITHIN
        ]
        others = {each.command.text: each for each in tried if each.command.text != command.text}
        counts = command.purpose is Purpose.TESTS  # a check or a build that fails has found something
        weight = sum(2 if each.unable else int(counts) for each in others.values())
        self._variants = deque((each for each in self._variants if each not in tried), maxlen=MOST_VARIANTS)
        usable = not (command.narrow or command.private) and command.purpose not in self._taught
        if weight < ENOUGH_VARIANTS or not usable:
            return []
        self._taught.add(command.purpose)
        failed = [(each.command.text, each.said) for each in others.values() if not each.command.private]
        return [learned_command(command, failed, run.at, by_assistant=by_assistant)]


def is_test_file(path: str) -> bool:
    """Whether a path is that of a test, or of what tests are fed."""
    return _TEST_FILE.search(path) is not None


def edited_files(edits: Sequence[Edited]) -> tuple[str, ...]:
    """The files of *edits*, each once."""
    return tuple(dict.fromkeys(each.path for each in edits))
