"""One session at work: what is followed in it, what it told so far, and where the repository stands."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace

from whylens.extract.stories.day import Day
from whylens.extract.stories.message import one_line
from whylens.extract.stories.runs import Runs
from whylens.extract.stories.story import Story, Turn, place_text
from whylens.extract.stories.troubles import Troubles
from whylens.model.happening import Edited

#: Cards of each sort that one session may leave: a careful colleague keeps a handful.
MOST_TOLD = {Turn.FIXED: 6, Turn.SUPPORTED: 4, Turn.STANDING: 5, Turn.LEARNED: 12, Turn.GONE: 200}
#: Mended reports of one sort (the same code of the same tool) that a session tells.
MOST_ALIKE = 3
#: Stories that a commit can still be linked to, questions a summary names, edits that "this" may mean.
MOST_UNCOMMITTED, MOST_OPEN, MOST_EDITS = 32, 6, 24


@dataclass(frozen=True, slots=True)
class Told:
    """A card that a story became."""

    card_id: str
    place: tuple[str, tuple[str, ...]]
    files: frozenset[str]
    at: float


@dataclass(slots=True)
class WorkingSession:
    """`id` names the session in its cards; `branch` and `commit` are what is checked out."""

    id: str
    day: Day
    branch: str = ""
    commit: str = ""
    now: float = 0.0
    moved_at: float = float("-inf")
    troubles: Troubles = field(default_factory=Troubles)
    runs: Runs = field(default_factory=Runs)
    edits: deque[Edited] = field(default_factory=lambda: deque[Edited](maxlen=MOST_EDITS))
    told: list[Told] = field(default_factory=list[Told])
    _shapes: Counter[str] = field(default_factory=Counter[str])
    _counts: Counter[Turn] = field(default_factory=Counter[Turn])

    def may_tell(self, story: Story) -> bool:
        """Whether the session has room for one more card of this sort: of what is mended all over, a few will do."""
        if story.turn is Turn.FIXED:
            self._shapes[story.shape] += 1
            if self._shapes[story.shape] > MOST_ALIKE:
                return False
        self._counts[story.turn] += 1
        return self._counts[story.turn] <= MOST_TOLD[story.turn]

    def became(self, story: Story, card_id: str) -> None:
        """A story became a card: the commit that follows belongs to it."""
        if story.turn in (Turn.FIXED, Turn.SUPPORTED):
            self.told.append(Told(card_id, (story.path, story.symbol), frozenset(story.files), story.at))
            del self.told[:-MOST_UNCOMMITTED]

    def renamed(self, path: str, to: str) -> None:
        """A file has another name: the commit that follows, and the summary, call it so."""
        self.told = [
            replace(
                each,
                place=(to, each.place[1]) if each.place[0] == path else each.place,
                files=frozenset(to if name == path else name for name in each.files),
            )
            for each in self.told
        ]
        self.day.renamed(path, to)

    def open_questions(self) -> list[str]:
        """What still fails, in sentences."""
        failing = [
            f"`{text}` fails" + (f": {failure.why}" if failure.why else "")
            for text, failure in self.runs.failing()
        ]
        standing = [
            f"{place_text(each.path, each.problem.symbol)}: {one_line(each.problem.message)}"
            for each in self.troubles.open_now()
        ]
        return list(dict.fromkeys([*failing, *standing]))[:MOST_OPEN]

    def sizes(self) -> dict[str, int]:
        """How much is held."""
        return {
            **self.troubles.sizes(),
            **self.runs.sizes(),
            "told": len(self.told),
            "named": len(self.day.files),
        }
