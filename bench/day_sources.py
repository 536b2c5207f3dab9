"""The sources of a scripted day as the report names them: what counts as taken in from each, and what as come of it."""

from __future__ import annotations

from dataclasses import dataclass

from whylens.model.card import Card
from whylens.model.words import Basis, Status


@dataclass(frozen=True)
class Row:
    """One source: the kinds of happenings it hands over, and the bases of the cards that rest on it."""

    kinds: tuple[str, ...] = ()
    bases: tuple[Basis, ...] = ()
    rule: str = ""
    waits: bool | None = None

    def told(self, card: Card) -> bool:
        """Whether a card came of this source."""
        if self.rule:
            return card.rule == self.rule
        return card.basis in self.bases and self.waits in (None, card.status is Status.CANDIDATE)


#: The first row that fits tells where a card came from. What an assistant ran waits for review, what the user ran does
#: not: both rest on a tool.
SOURCES = {
    "the session as a whole": Row(rule="session-summary"),
    "documents": Row(("Edited", "Looked", "FileMoved")),
    "comments of saved files": Row(("Event",), (Basis.MARKER, Basis.COMMENT)),
    "diagnostics": Row(("Reported",), (Basis.DIAGNOSTIC,)),
    "git": Row(("HeadMoved",), (Basis.COMMIT, Basis.TRAILER, Basis.REVERT)),
    "terminal": Row(("Ran",), (Basis.TOOL,), waits=False),
    "tasks": Row(("Task",)),
    "chat": Row(("Said",), (Basis.CHAT_USER, Basis.CHAT_ASSISTANT)),
    "assistants' tool calls": Row(("ToolUsed",), (Basis.TOOL,)),
    "written by hand": Row((), (Basis.USER,)),
    "others": Row((), tuple(Basis)),
}
