"""From stories to cards: each in one write, with its evidence, its place in code, and what it does to others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from whylens.capture.readings import Find, Reading
from whylens.extract.stories.day import Day
from whylens.extract.stories.fixing_commit import COMMITTED_AS, committed_as
from whylens.extract.stories.story import Story, Turn
from whylens.memory.admission import Admission
from whylens.memory.working.places import WorkingPlaces
from whylens.memory.working.rewrites import came_back, fixed_now, put_away, stands_again, supported
from whylens.memory.working.session import Told, WorkingSession
from whylens.model.card import Card, CardDraft
from whylens.model.happening import HeadMove, HeadMoved
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Status
from whylens.normalize.normalize import normalize
from whylens.normalize.redact import redact
from whylens.runtime.clock import Clock
from whylens.store.port import Link, Relation, Store, Writing

#: Something to be written, which gives the number of new cards; run again when the store could not take it.
Telling = Callable[[], int]

#: Seconds between a fix and the test that confirms it.
CONFIRMED_WITHIN = 3_600.0
STANDING_RULE = "standing-problem"
#: The title of the commit that a fix became.
OF_THE_FIX = "the commit of the fix"
#: What the user did with a card, or what replaced it, is not undone by a story.
_CLOSED = frozenset({Status.REJECTED, Status.SUPERSEDED, Status.EXPIRED})


class WorkingCards:
    """Writes the stories of one project."""

    def __init__(self, store: Store, namespace: str, clock: Clock, places: WorkingPlaces) -> None:
        self._store = store
        self._namespace = namespace
        self._clock = clock
        self._places = places

    def begin(self, at: float) -> WorkingSession:
        """A session that starts *at* (Unix seconds), on what is checked out now."""
        branch, commit = self._places.head()
        name = f"work-{datetime.fromtimestamp(at, UTC):%Y-%m-%d-%H%M%S}"
        return WorkingSession(name, Day(at, at, branch=branch), branch, commit)

    def telling(self, session: WorkingSession, story: Story) -> Telling:
        """The write that keeps a story."""

        def tell() -> int:
            reading = self._reading(session, story)
            admission = Admission(self._namespace, now=self._clock.now(), progress=self._store.progress)
            card = self._store.write(
                lambda writing: self._keep(writing, admission, session, story, reading)
            ).result()
            if card is not None and story.draft is not None:
                session.became(story, card.id)
                session.day.told = True
                if story.turn is not Turn.STANDING:
                    session.day.concluded(card.summary)
            return sum(admission.tally.kept.values())

        return tell

    def commit(self, session: WorkingSession, move: HeadMoved) -> Telling | None:
        """The write that names a commit as a second source of what was fixed in its files; an amended one anew."""
        amended = move.before if move.how is HeadMove.AMEND else ""
        if not session.told and not amended:
            return None

        def tell() -> int:
            made = self._places.commit(move.now)
            changed = frozenset(each.path for each in made.changes) if made is not None else frozenset[str]()
            said = committed_as(made.subject, made.body) if made is not None else ""
            mine = [each for each in session.told if each.files & changed and each.at <= move.at]
            if amended:
                self._store.write(lambda writing: _rename_commit(writing, amended, move.now, said)).result()
            if mine:
                self._store.write(lambda writing: _name_commit(writing, mine, move, said)).result()
                session.told = [each for each in session.told if each not in mine]
            return 0

        return tell

    def absent(self, session: WorkingSession) -> Telling | None:
        """The write that closes known defects nobody reports any more in files that were edited and looked at since."""
        clean = session.troubles.clean_files()
        if not clean:
            return None

        def tell() -> int:
            gone = [
                card.id
                for path, reported in clean.items()
                for card in self._store.anchored(path, deadline=None)
                if card.rule == STANDING_RULE and card.summary not in reported and card.files[:1] == (path,)
            ]
            if gone:
                self._store.write(
                    lambda writing: [put_away(writing, each, session.now) for each in writing.get_many(gone)]
                ).result()
            return 0

        return tell

    # -- inside ----------------------------------------------------------------------------------------------

    def _reading(self, session: WorkingSession, story: Story) -> Reading | None:
        if story.draft is None:
            return None
        source = _source(session, story, story.draft)
        event = Event(source, subject=story.path or session.id, text=story.told, session=session.id)
        observation = normalize(event)
        draft = _quoting(story.draft, str(observation.text))
        line = story.line if story.turn is Turn.STANDING else None
        anchors = self._places.anchors(story.path, story.symbol, line)
        find = Find(draft, anchors, draft.files)
        return Reading(observation, (find,), branch=session.branch, commit=session.commit)

    def _keep(
        self,
        writing: Writing,
        admission: Admission,
        session: WorkingSession,
        story: Story,
        reading: Reading | None,
    ) -> Card | None:
        """Keep a story inside a write: as a card, or in what an earlier one says; None where it changed nothing."""
        prior = self._prior(writing, story.key)
        if prior is not None and prior.status in _CLOSED:
            return None
        if reading is None:
            return put_away(writing, prior, story.at) if prior is not None else None
        if story.turn is Turn.SUPPORTED and (fix := _confirmed(writing, session.told, story)) is not None:
            return self._rewritten(writing, supported(fix, reading), reading)
        if prior is not None:
            return self._rewritten(writing, _renewed(prior, story, reading), reading)
        cards = admission.admit(writing, [reading])
        if cards:
            self._note(writing, story, cards[0])
        return cards[0] if cards else None

    def _prior(self, writing: Writing, key: str) -> Card | None:
        card_id = self._store.progress(f"story:{key}")
        return writing.get(card_id) if card_id else None

    def _note(self, writing: Writing, story: Story, card: Card) -> None:
        """Find the card again when the same happens there; and link it when it happens elsewhere."""
        values = {f"story:{story.key}": card.id}
        if story.kin:
            kin = self._store.progress(f"kin:{story.kin}")
            if kin and kin != card.id and writing.get(kin) is not None:
                writing.link([Link(card.id, Relation.RELATES_TO, kin)])
            values[f"kin:{story.kin}"] = card.id
        writing.put_progress(values)

    def _rewritten(self, writing: Writing, card: Card | None, reading: Reading) -> Card | None:
        if card is None or writing.archive([reading.observation], card_ids=[card.id]).forgotten:
            return None
        saved = writing.save([card]).cards
        return saved[0] if saved else None


def _renewed(prior: Card, story: Story, reading: Reading) -> Card | None:
    """What an earlier card says once its story goes on; None when it adds nothing."""
    open_ = prior.rule == STANDING_RULE
    if story.turn is Turn.LEARNED:
        return None
    if story.turn is Turn.STANDING:
        return stands_again(prior, reading, is_open=open_ and prior.status is not Status.ARCHIVED)
    return fixed_now(prior, reading) if open_ else came_back(prior, reading)


def _source(session: WorkingSession, story: Story, draft: CardDraft) -> SourceRef:
    """Where a story was seen: the file for what tools report in it, else the session."""
    title = {
        Basis.DIAGNOSTIC: "reported in the editor",
        Basis.TOOL: "seen in the terminal"
        if story.key and draft.rule != "session-summary"
        else "seen in the editor",
    }.get(draft.basis, "said while working")
    locator = story.path if draft.basis is Basis.DIAGNOSTIC else session.id
    return SourceRef(draft.basis, locator, story.line, title, story.at)


def _quoting(draft: CardDraft, text: str) -> CardDraft:
    """*draft* with evidence that stands in *text* verbatim: of what was cut there, as much as is left."""
    if draft.evidence in text:
        start = text.index(draft.evidence)
        return replace(draft, span=(start, start + len(draft.evidence)))
    line = next(
        (each for each in draft.evidence.split("\n") if each and each in text), text.split("\n", 1)[0]
    )
    start = text.index(line)
    return replace(draft, evidence=line, span=(start, start + len(line)))


def _confirmed(writing: Writing, told: list[Told], story: Story) -> Card | None:
    """The fix that a passing test confirms: told a while ago in this session, of the function that was changed."""
    for each in reversed(told):
        if each.place == (story.path, story.symbol) and 0 <= story.at - each.at <= CONFIRMED_WITHIN:
            card = writing.get(each.card_id)
            if card is not None and card.rule == "fixed-problem" and card.status not in _CLOSED:
                return card
    return None


def _name_commit(writing: Writing, told: list[Told], move: HeadMoved, said: str) -> None:
    for card in writing.get_many([each.card_id for each in told]):
        if card.status in _CLOSED or any(each.locator == move.now for each in card.sources):
            continue
        source = SourceRef(Basis.COMMIT, move.now, title=OF_THE_FIX, at=move.at)
        why = f"{card.rationale} {redact(said).text}".strip()
        writing.save([replace(card, sources=(*card.sources, source), rationale=why)])


def _rename_commit(writing: Writing, before: str, now: str, said: str) -> None:
    for card in writing.by_source([before]):
        sources = tuple(
            replace(each, locator=now) if each.locator == before and each.title == OF_THE_FIX else each
            for each in card.sources
        )
        if sources != card.sources:
            why = f"{card.rationale.partition(COMMITTED_AS)[0].strip()} {redact(said).text}".strip()
            writing.save([replace(card, sources=sources, rationale=why)])
