"""Cards: what Whylens remembers, and the drafts they are made from."""

from __future__ import annotations

from dataclasses import dataclass, field

from whylens.model.anchor import Anchor
from whylens.model.source import SourceRef
from whylens.model.words import FROM_FILES, LIVE, Basis, Kind, Scope, Sensitivity, Status


@dataclass(frozen=True, slots=True)
class CardDraft:
    """A statement an extractor found worth keeping, not yet stored.

    `summary` is one sentence that stands alone. `evidence` is a verbatim piece of the text it was found in;
    `span` its (start, end) character offsets there. `basis` decides the starting confidence together with
    `certainty` (0..1: how sure the rule is that the text says this). `resolves` names what this statement closes
    or replaces, in the source's own words (a commit id, a record number); `replaced_by` what its source says
    replaced it.
    """

    kind: Kind
    summary: str
    evidence: str
    span: tuple[int, int] = (0, 0)
    basis: Basis = Basis.INFERENCE
    certainty: float = 1.0
    scope: Scope = Scope.PROJECT
    details: str = ""
    rationale: str = ""
    importance: float = 0.5
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    line: int | None = None
    rule: str = ""
    resolves: tuple[str, ...] = ()
    replaced_by: tuple[str, ...] = ()
    status_hint: Status | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """One remembered statement with everything needed to check it.

    Times are Unix seconds. `handle` (`W-3f2a`) is short, unique in the project, and what chats cite.
    `confidence` and `importance` are 0..1. `tokens` is the cost of the card's injected line.
    `ref` is the caller's own id, kept by import.
    """

    id: str
    handle: str
    namespace: str
    kind: Kind
    summary: str
    scope: Scope = Scope.PROJECT
    status: Status = Status.ACTIVE
    details: str = ""
    rationale: str = ""
    evidence: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    anchors: tuple[Anchor, ...] = ()
    sources: tuple[SourceRef, ...] = ()
    author: str = ""
    created_at: float = 0.0
    valid_from: float = 0.0
    confidence: float = 0.5
    importance: float = 0.5
    sensitivity: Sensitivity = Sensitivity.NORMAL
    confirmed_by: str = ""
    confirmed_at: float | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: str = ""
    expires_at: float | None = None
    version: int = 1
    tokens: int = 0
    branch: str = ""
    commit: str = ""
    ref: str = ""
    session: str = ""
    rule: str = ""
    extra: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def is_live(self) -> bool:
        """Whether the card may be shown at the code or injected."""
        return self.status in LIVE

    @property
    def passage(self) -> str:
        """What the details say beyond the summary they may begin with."""
        rest = self.details.removeprefix(self.summary)
        return self.details if rest == self.details or not rest[:1].isspace() else f"… {rest.strip()}"

    @property
    def said_at(self) -> float:
        """When it was said, in Unix seconds; 0 where it was read off a file and nobody asked git for the day yet."""
        return self.valid_from or (0.0 if self.basis in FROM_FILES else self.created_at)

    @property
    def basis(self) -> Basis:
        """The strongest kind of source the card rests on (sources are kept strongest first)."""
        return self.sources[0].basis if self.sources else Basis.INFERENCE
