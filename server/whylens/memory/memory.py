"""The façade over one project's memory. Synchronous and safe to call from any thread; no method needs an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from whylens.memory.requests import (
    CardFilter,
    ContextRequest,
    FileView,
    LearnProgress,
    LearnReport,
    RememberRequest,
    Selection,
    SourceView,
)
from whylens.model.card import Card
from whylens.model.observation import Event
from whylens.model.recall import Injection, Query, Recalled


class Memory:
    """What an editor, a terminal or an assistant may ask of a project's memory."""

    def view(self, path: str, text: str) -> FileView:
        """Resolve every card of *path* (repo-relative) against *text*. Cached per text; re-parses incrementally."""
        raise NotImplementedError

    def recall(self, query: Query, *, deadline: float = 0.4) -> Recalled:
        """Ranked cards for *query*; past *deadline* seconds without vectors, marked degraded."""
        raise NotImplementedError

    def context(self, request: ContextRequest, *, deadline: float = 0.4) -> Injection:
        """The text an assistant is given for *request*, within its budget."""
        raise NotImplementedError

    def cards(self, selection: CardFilter) -> list[Card]:
        """Cards by status, kind and file, newest first."""
        raise NotImplementedError

    def get(self, name: str) -> Card:
        """The card with this id, handle or ref; UserError when there is none or several."""
        raise NotImplementedError

    def remember(self, request: RememberRequest) -> Card:
        """Keep a card written by the user; durable when this returns."""
        raise NotImplementedError

    def observe(self, events: Iterable[Event]) -> int:
        """Normalise, archive and extract from *events*; the number of cards kept. Never raises for what an event holds."""
        raise NotImplementedError

    def confirm(self, name: str, *, by: str = "user") -> Card:
        """The user says the card is right: active, confidence raised."""
        raise NotImplementedError

    def reject(self, name: str, *, why: str = "", by: str = "user") -> Card:
        """The user says the card is wrong: never shown or injected again, kept for undo."""
        raise NotImplementedError

    def forget(self, selection: Selection, *, dry_run: bool = False) -> dict[str, Any]:
        """Delete cards for good, with proof: what was removed from where (see docs/protocol.md, `forget`)."""
        raise NotImplementedError

    def source(self, name: str) -> SourceView:
        """Where the card comes from, fit to be opened."""
        raise NotImplementedError

    def learn(
        self,
        *,
        on_progress: Callable[[LearnProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> LearnReport:
        """Learn from the repository: newest first, incremental, resumable. Minutes on a large history."""
        raise NotImplementedError

    def status(self) -> dict[str, Any]:
        """Health in figures (docs/protocol.md, `status`)."""
        raise NotImplementedError

    def data_version(self) -> int:
        """Moves when any process changed the project's cards: poll it, then refresh lenses."""
        raise NotImplementedError

    def relative(self, path: str) -> str | None:
        """*path* (absolute, native) as repo-relative with forward slashes; None outside the project."""
        raise NotImplementedError

    def flush(self) -> None:
        """Wait until everything accepted is durable."""
        raise NotImplementedError

    def close(self) -> None:
        """Finish writes and release everything."""
        raise NotImplementedError

    def import_lines(self, lines: Sequence[str], *, activate: bool) -> dict[str, Any]:
        """Import cards from JSON lines; counts and the refused lines by number (docs/protocol.md, `import`)."""
        raise NotImplementedError
