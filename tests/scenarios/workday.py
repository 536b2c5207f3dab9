"""A working day in a real repository: what a developer does, as the happenings an editor would hand over."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

from tests.support.repository import Repository
from whylens.anchor.languages import language_of
from whylens.anchor.symbols import outline, symbol_at
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.model.card import Card
from whylens.model.happening import (
    Edited,
    FileMoved,
    Happening,
    HeadMove,
    HeadMoved,
    Problem,
    Ran,
    Reported,
    Said,
    Severity,
    Speaker,
    ToolUsed,
)
from whylens.model.words import Kind

#: 2024-03-04, 9:00 UTC.
MORNING = 1_709_542_800.0


class Workday:
    """Acts of a developer, each a few seconds after the one before; `wait` lets more time pass."""

    def __init__(self, folder: Path, files: dict[str, str]) -> None:
        self.repository = Repository(folder / "project")
        self.home = folder / "home"
        self.at = MORNING
        self.kept = 0
        self.done: list[Happening] = []
        self._head = self.repository.commit("Start", files)
        self.memory: Memory = open_memory(self.repository.root, home=self.home, embeddings=False)

    # -- acts ------------------------------------------------------------------------------------------------

    def wait(self, seconds: float = 0.0, *, minutes: float = 0.0) -> Workday:
        self.at += seconds + 60 * minutes
        return self

    def edit(self, path: str, old: str, new: str) -> Workday:
        """Put *new* in the place of *old* in a file, and save it."""
        before = self.text(path)
        assert old in before, f"{path} does not hold {old!r}"
        return self.write(path, before.replace(old, new, 1))

    def write(self, path: str, after: str) -> Workday:
        """Give a file another text, as one settled edit of every function it touches."""
        before = self.text(path)
        self.repository.write({path: after})
        return self.happen(*edits_of(self.at, path, before, after))

    def report(self, path: str, *problems: Problem) -> Workday:
        """A language server says all it has to say about a file."""
        return self.happen(Reported(self.at, path, problems))

    def run(self, command: str, exit_code: int | None, output: str = "") -> Workday:
        return self.happen(Ran(self.at, command, exit_code, 2.0, output))

    def tool(self, what: str, succeeded: bool | None, output: str = "", *, tool: str = "terminal") -> Workday:
        return self.happen(
            ToolUsed(self.at, tool, what, succeeded=succeeded, output=output, session="chat-1")
        )

    def say(self, text: str, *, speaker: Speaker = Speaker.USER) -> Workday:
        return self.happen(Said(self.at, speaker, text, session="chat-1", tool="Copilot Chat"))

    def move(self, path: str, to: str) -> Workday:
        text = self.text(path)
        (self.repository.root / path).unlink()
        self.repository.write({to: text} if to else {})
        return self.happen(FileMoved(self.at, path, to))

    def commit(self, message: str) -> str:
        before, self._head = self._head, self.repository.commit(message)
        self.happen(HeadMoved(self.at, HeadMove.COMMIT, before, self._head, "main", "main"))
        return self._head

    def switch(self, branch: str) -> Workday:
        self.repository.git("switch", "--quiet", "--create", branch)
        return self.happen(HeadMoved(self.at, HeadMove.SWITCH, self._head, self._head, branch, "main"))

    def happen(self, *happenings: Happening) -> Workday:
        self.kept += self.memory.happened(happenings)
        self.done += happenings
        self.at += 3.0
        return self

    def end(self) -> list[Card]:
        """The editor closes: every card there is, the oldest first."""
        self.kept += self.memory.end_session()
        return self.cards()

    def restart(self, *, hours: float = 14.0) -> Workday:
        """The editor is closed, and opened the next morning."""
        self.end()
        self.memory.close()
        self.at += 3_600 * hours
        self.memory = open_memory(self.repository.root, home=self.home, embeddings=False)
        return self

    def die(self) -> Workday:
        """The process is killed: nothing is ended, and the editor starts another."""
        self.memory._store.close()
        self.memory = open_memory(self.repository.root, home=self.home, embeddings=False)
        return self

    # -- what is there ---------------------------------------------------------------------------------------

    def text(self, path: str) -> str:
        file = self.repository.root / path
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    def cards(self) -> list[Card]:
        return sorted(self.memory.every_card(), key=lambda card: (card.created_at, card.id))

    def of(self, kind: Kind) -> list[Card]:
        return [card for card in self.cards() if card.kind is kind]

    def close(self) -> None:
        self.memory.close()


def problem(message: str, *symbol: str, code: str = "", tool: str = "pyright", line: int = 1) -> Problem:
    """An error of a tool."""
    return Problem(message, Severity.ERROR, code, tool, line, symbol)


def edits_of(at: float, path: str, before: str, after: str) -> list[Edited]:
    """The difference of two texts, function by function."""
    old, new = before.split("\n"), after.split("\n")
    outlines = outline(before, language_of(path)), outline(after, language_of(path))
    changes: dict[tuple[str, ...], tuple[list[str], list[str]]] = {}
    for tag, a1, a2, b1, b2 in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for side, lines, first in ((0, old[a1:a2], a1), (1, new[b1:b2], b1)):
            for offset, line in enumerate(lines):
                found = symbol_at(outlines[side], first + offset + 1)
                changes.setdefault(found.path if found else (), ([], []))[side].append(line)
    return [Edited(at, path, symbol, tuple(old), tuple(new)) for symbol, (old, new) in changes.items()]


def shown(cards: Sequence[Card]) -> str:
    """Cards as a person reads them."""
    return "\n\n".join(
        f"[{card.kind.value}/{card.rule} {card.status.value} conf {card.confidence:.2f} imp {card.importance:.2f}"
        f" @ {card.anchors[0].path + ' ' + card.anchors[0].symbol_text if card.anchors else '-'}]\n{card.summary}\n"
        f"  why: {card.rationale}\n  evidence: {card.evidence!r}\n"
        + "\n".join(f"  | {line}" for line in card.details.split("\n"))
        + "\n  sources: " + "; ".join(f"{each.basis.value} {each.locator[:24]}" for each in card.sources)
        for card in cards
    )  # fmt: skip
