"""Questions to the memory and what comes back: query, candidate, hit, injection."""

from __future__ import annotations

from dataclasses import dataclass, field

from whylens.model.card import Card
from whylens.model.words import Kind, Scope


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, and from where. `before` (Unix seconds) admits only older cards."""

    text: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset()
    scopes: frozenset[Scope] = frozenset()
    k: int = 10
    before: float | None = None
    branch: str = ""
    include_candidates: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that may answer, with the raw signals its retrievers measured (0 where one did not see it).

    `matches` holds the non-negative BM25 score of each text field (`summary`, `body`, `names`, `files`);
    `cosine` is -1..1; `anchored` says that an anchor of the card stands in the file of the query,
    `elsewhere` that it comes from commits that are not part of what is checked out.
    """

    card: Card
    matches: dict[str, float] = field(default_factory=dict[str, float])
    cosine: float = 0.0
    anchored: bool = False
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A card that answers, its score, the parts the score is made of, and why in words.

    `relevant` says that it is worth handing on unasked: the question is likely answered, and by this card among the
    first, or the card stands at the very symbol asked about.
    """

    card: Card
    score: float
    parts: dict[str, float]
    why: tuple[str, ...] = ()
    relevant: bool = True


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a recall found. `degraded` names what was missing (`vectors`, `vectors of 9 of 10 memories`, `deadline`),
    empty when whole. `relevance` is the chance (0..1) that what was asked for is among the first hits."""

    hits: tuple[Hit, ...]
    degraded: tuple[str, ...] = ()
    ms: float = 0.0
    relevance: float = 1.0

    @property
    def relevant(self) -> tuple[Hit, ...]:
        """The hits worth handing on unasked; none when the question is likely not answered."""
        return tuple(hit for hit in self.hits if hit.relevant)


@dataclass(frozen=True, slots=True)
class Injection:
    """Context for an assistant. `dropped` counts cards left out, by reason (`budget`, `quota`, `duplicate`, …).

    `costs` are the tokens of the lines of each of `cards`, in their order, and `scores` what they were found with
    (empty where nothing was asked); `flagged` the handles of those that held
    words addressed to an assistant, which were left out. `note` says why the text is empty, when it is.
    """

    text: str
    cards: tuple[Card, ...]
    tokens: int
    dropped: dict[str, int]
    degraded: tuple[str, ...] = ()
    estimated: bool = False
    ms: float = 0.0
    note: str = ""
    costs: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    flagged: tuple[str, ...] = ()
