"""The façade over one project's memory. Synchronous and safe to call from any thread; no method needs an event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING, Any

from whylens.capture.paths import is_text
from whylens.embed.client import EmbedClient
from whylens.govern.tuning import TUNING, Tuning, read_tuning
from whylens.memory import listing
from whylens.memory.at_work import AtWork
from whylens.memory.chats import Chat, Chats, find_chats
from whylens.memory.contexts import Contexts
from whylens.memory.curating import Curator, with_text
from whylens.memory.disguised import disguised
from whylens.memory.elsewhere import Elsewhere
from whylens.memory.embedding import embed_missing
from whylens.memory.exchange import import_cards
from whylens.memory.health import Health
from whylens.memory.internal_domains import with_domains
from whylens.memory.judging import Verdict
from whylens.memory.learning_runs import LearningRuns
from whylens.memory.observing import observe
from whylens.memory.places import Places
from whylens.memory.recalling import Recaller
from whylens.memory.requests import (
    CardFilter,
    ContextRequest,
    FileView,
    LearnProgress,
    LearnReport,
    RememberRequest,
    Selection,
    SourceView,
    Unfinished,
)
from whylens.memory.rescan import Rescan, RescanReport, note_rules
from whylens.memory.sources import source_view
from whylens.model.card import Card
from whylens.model.errors import StorageError
from whylens.model.happening import Happening
from whylens.model.observation import Event
from whylens.model.recall import Injection, Query, Recalled
from whylens.model.words import LIVE
from whylens.normalize.disguise import Disguise
from whylens.runtime.clock import Clock, SystemClock
from whylens.runtime.project import Project, relative
from whylens.store.port import Filter, Lane, Store

if TYPE_CHECKING:
    from whylens.memory.assist.assistance import Assistance
    from whylens.memory.feedback.listening import Listening
    from whylens.memory.hand.hand import Hand
    from whylens.memory.queue import ReviewQueue
    from whylens.memory.tuning import Tuner

#: Seconds between two looks for cards whose snooze is over.
_WAKE_EVERY = 60.0


class Memory:
    """What an editor, a terminal or an assistant may ask of a project's memory."""

    def __init__(
        self,
        project: Project,
        store: Store,
        embedder: EmbedClient | None,
        *,
        folder: Path | None = None,
        namespace: str = "user",
        clock: Clock | None = None,
        disguise: Disguise | None = None,
    ) -> None:
        self.project = project
        self.disguise = disguise or Disguise(token_bytes(32))
        self._store = store
        self._embedder = embedder
        self._namespace = namespace
        self._clock = clock or SystemClock()
        self._recaller = Recaller(store, embedder, self._clock, tuned=self._tuned)
        self._curator = Curator(store, namespace, self._clock)
        self._places = Places(self._cards_of, store.data_version, Elsewhere(store).commits)
        self._learning = LearningRuns(project, store, namespace, self._clock, folder)
        self._contexts = Contexts(
            store, self._clock, recall=self._recaller.recall, places=self._places, tuned=self._tuned
        )
        self._health = Health(project, store, embedder, folder, self._clock)
        self._at_work = AtWork(project, store, namespace, self._clock, lambda: self.disguise)
        self._wake_after = float("-inf")

    # -- reading ---------------------------------------------------------------------------------------------

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.project.root

    def relative(self, path: str | Path) -> str | None:
        """*path* (native; relative ones to the project's folder) with forward slashes; None outside the project, and
        for names that are no text."""
        found = relative(self.project, path)
        return found if found is not None and is_text(found) else None

    def view(self, path: str, text: str) -> FileView:
        """Resolve every card of *path* (repo-relative) against *text*. Cached per text; re-parses incrementally."""
        return self._places.view(path, text)

    def recall(self, query: Query, *, deadline: float = 0.4) -> Recalled:
        """Ranked cards for *query*; past *deadline* seconds without vectors, marked degraded."""
        return self._recaller.recall(query, deadline=deadline)

    def context(self, request: ContextRequest, *, deadline: float = 1.0) -> Injection:
        """The text an assistant is given for *request*, within its budget and *deadline* seconds."""
        injection = self._contexts.give(request, deadline=deadline)
        if injection.cards:
            self._listening.gave(request.session, injection)
        return injection

    def cards(self, selection: CardFilter) -> list[Card]:
        """Cards by status, kind and file, newest first."""
        return listing.chosen(self._store, selection)

    def every_card(self) -> Iterator[Card]:
        """All cards, whatever their status, in a stable order."""
        return listing.every_card(self._store)

    def paths(self) -> list[str]:
        """Every file live cards speak of, most first."""
        return listing.paths(self._store)

    def get(self, name: str) -> Card:
        """The card with this id, handle or ref; UserError when there is none."""
        return self._curator.get(name)

    @disguised
    def source(self, name: str) -> SourceView:
        """Where the card comes from, fit to be opened."""
        return source_view(self.project, self.get(name))

    def data_version(self) -> int:
        """Moves when any process changed the project's cards: poll it, then refresh lenses."""
        return self._store.data_version()

    # -- writing ---------------------------------------------------------------------------------------------

    @disguised
    def remember(self, request: RememberRequest) -> Card:
        """Keep a card written by the user; durable when this returns."""
        return self._curator.remember(with_text(self.root, request))

    def confirm(self, name: str, *, by: str = "user") -> Card:
        """The user says the card is right: active, confidence raised."""
        return self._curator.confirm(name, by=by)

    @disguised
    def reject(self, name: str, *, why: str = "", by: str = "user") -> Card:
        """The user says the card is wrong: never shown or injected again, kept for undo."""
        return self._curator.reject(name, why=why, by=by)

    @cached_property
    def hand(self) -> Hand:
        """The user's other acts on single cards: edit, supersede, pin, snooze, "not here", and undoing each."""
        from whylens.memory.hand.hand import Hand  # here: no hover needs it

        return Hand(self._store, self._namespace, self._clock, self._curator.get, lambda: self.disguise)

    @cached_property
    def queue(self) -> ReviewQueue:
        """What waits for the user's word, and the word on many at once."""
        from whylens.memory.queue import ReviewQueue

        return ReviewQueue(self._store, self._clock, lambda: self.disguise)

    def take_back(self, name: str, verdict: Verdict, *, by: str = "user") -> Card:
        """Undo a confirmation or rejection: the card as if it had not been spoken; UserError when there is none."""
        return self._curator.take_back(name, verdict, by=by)

    def restore(self, name: str, *, version: int) -> Card:
        """Undo: make an earlier version of a card the current one."""
        return self._curator.restore(name, version=version)

    def forget(self, selection: Selection, *, dry_run: bool = False) -> dict[str, Any]:
        """Delete cards for good, with proof: what was removed from where (see docs/protocol.md, `forget`)."""
        report = self._curator.forget(selection, dry_run=dry_run)
        if not dry_run:
            note_rules(self._store)
            self._listening.feedback.forget_gone()
        return report

    def wake(self) -> None:
        """Bring back what was snoozed until now; looked at once a minute, and left for later where it cannot be."""
        now = self._clock.monotonic()
        if now >= self._wake_after:
            self._wake_after = now + _WAKE_EVERY
            with suppress(StorageError):
                self.hand.wake()

    @disguised
    def observe(self, events: Iterable[Event]) -> int:
        """Take in what happened; the number of cards kept. A saved file is read again, the rest goes to the archive."""
        return observe(self._store, self._namespace, events, now=self._clock.now())

    @disguised
    def happened(self, happenings: Iterable[Happening]) -> int:
        """Follow what happens while somebody works; the number of cards that came of it, 0 for most calls.

        In the order things happened; what was given before is dropped. A card the store cannot take now waits for the
        next call, so nothing is given twice. Reads files and git only for a card.
        """
        happenings = tuple(happenings)
        kept = self._at_work.happened(happenings)
        self._listening.happened(happenings)
        return kept

    def opened(self, ids: Iterable[str]) -> int:
        """The user opened cards, from a lens, a hover or a list: a weak sign that they are of use."""
        return self._listening.opened(ids)

    @cached_property
    def tuner(self) -> Tuner:
        """Thresholds, ranking and budget, tuned to this project's own feedback when the user agrees."""
        from whylens.memory.tuning import Tuner

        return Tuner(self._store, self._clock)

    def why(self, name: str) -> dict[str, Any]:
        """Why the card's confidence is what it is: every change with its cause and day, and them as text."""
        return self._listening.why(name)

    def assistance(self) -> Assistance:
        """What a language model may be asked about the project: nothing, until the user's terms are given to it."""
        return self._at_work.assistance()

    @disguised
    def end_session(self) -> int:
        """The work is over for now (the editor closes, or was idle): promote what the session leaves; new cards."""
        return self._at_work.end()

    @disguised
    def end_idle_session(self) -> int:
        """As `end_session`, when nothing happened for a long while; cheap enough to be called every minute."""
        self.wake()
        return self._at_work.end_if_idle()

    @disguised
    def learn(
        self,
        *,
        exclude: Sequence[str] = (),
        on_progress: Callable[[LearnProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> LearnReport:
        """Learn from the repository: newest first, incremental, resumable. Minutes on a large history.

        `exclude` are patterns, as in a `.gitignore`, of files that are not read, nor what commits say of them alone.
        One run a project at a time: a second one waits for the first, then reads what that left. A run that was
        `cancelled` counts as interrupted until the next one, or `stop_learning`.
        """
        return self._learning.repository(exclude, on_progress, cancelled)

    def stop_learning(self) -> None:
        """It was the user who ended the last run before its end: nothing goes on with it by itself."""
        self._learning.stop()

    def unfinished(self) -> Unfinished | None:
        """What is left to learn from the repository; None when nothing is, or a run is going on in any process."""
        return self._learning.unfinished

    def chats(self) -> Chats:
        """The AI chat sessions of this project on this machine. Nothing is kept of them."""
        return find_chats(self.project, self._store)

    @disguised
    def learn_chats(
        self,
        chats: Sequence[Chat],
        *,
        on_progress: Callable[[LearnProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> LearnReport:
        """Learn from *chats*, which the user agreed to; incremental and resumable, one run a project at a time."""
        return self._learning.chats(chats, on_progress, cancelled)

    def embed(
        self,
        *,
        on_progress: Callable[[LearnProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> int:
        """Give every card its vector; the number made. Does nothing where the model is not available."""
        if self._embedder is None:
            return 0
        return embed_missing(self._store, self._embedder, on_progress, cancelled)

    @disguised
    def import_lines(self, lines: Sequence[str], *, activate: bool) -> dict[str, Any]:
        """Import cards from JSON lines; counts and the refused lines by number (docs/protocol.md, `import`)."""
        return import_cards(self._store, self._namespace, lines, activate=activate, now=self._clock.now())

    # -- health ----------------------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """Health in figures (docs/protocol.md, `status`)."""
        report = self._health.report(self._learning.unfinished)
        return {**report, "context": self._contexts.ledger.report()}

    def examine(self) -> dict[str, Any]:
        """Check every page of the database; slow. `ok`, and `detail` in words."""
        return self._store.examine()

    def know_internal_domains(self, domains: Iterable[str]) -> None:
        """Hosts in *domains* (`acme.net`) are internal from now on; what is stored is then due for a rescan."""
        self.disguise = with_domains(self._store, self.disguise, domains)

    def rescan(
        self,
        *,
        dry_run: bool = False,
        on_progress: Callable[[LearnProgress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> RescanReport:
        """Search everything stored with the redaction rules of today; safe to break off. Counts, and never a word."""
        report = Rescan(self._store, self.disguise, dry_run=dry_run).run(on_progress, cancelled)
        if report.cards_changed and not dry_run:
            self.embed(cancelled=cancelled)
        return report

    def rebuild(self) -> dict[str, int]:
        """Rebuild what is derived: full text, vector index, missing vectors."""
        rebuilt = self._store.rebuild()
        self.embed()
        return {"cards": rebuilt.get("cards", 0), "vectors": rebuilt.get("vectors", 0)}

    def flush(self) -> None:
        """Wait until everything accepted is durable."""
        self._store.put_progress({}, lane=Lane.CAPTURE).result()

    def close(self) -> None:
        """End the session, finish writes and release everything."""
        self.end_session()
        self._contexts.close()
        if self._embedder is not None:
            self._embedder.close()
        self._store.close()

    # -- inside ----------------------------------------------------------------------------------------------

    @cached_property
    def _listening(self) -> Listening:
        from whylens.memory.feedback.listening import Listening  # here: no hover needs it

        return Listening(self.project, self._store, self._clock, self._curator.get)

    def _tuned(self) -> Tuning:
        return read_tuning(self._store.progress(TUNING))

    def _cards_of(self, path: str) -> list[Card]:
        return self._store.anchored(path, Filter(statuses=LIVE), deadline=None)
