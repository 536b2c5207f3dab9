"""What the user may change of a card, checked and redacted, and the card it makes. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from whylens.capture.paths import is_keepable
from whylens.govern.confidence import confirmed
from whylens.memory.admission import line_tokens
from whylens.memory.hand.acts import ACTS, Act
from whylens.memory.marks import stamp
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Status
from whylens.normalize.normalize import is_restricted_path
from whylens.normalize.redact import clean

#: The longest summary that is taken: it is read on one line; the rest belongs into the details.
LONGEST_SUMMARY = 400
#: Sources a card keeps; the title of the one that an edit adds.
_MOST_SOURCES = 8
EDITED = "edited by hand"

_OPENED = frozenset({Status.CANDIDATE, Status.REJECTED, Status.STALE, Status.CONFLICTING, Status.EXPIRED})


@dataclass(frozen=True, slots=True)
class Edit:
    """What is to be changed; None leaves it as it is. `expires_at` 0 means never.

    `version` is the one that was read: an edit of an older one would undo what came between.
    """

    summary: str | None = None
    kind: Kind | None = None
    scope: Scope | None = None
    details: str | None = None
    rationale: str | None = None
    files: tuple[str, ...] | None = None
    expires_at: float | None = None
    version: int | None = None


def edited(card: Card, edit: Edit, *, by: str, at: float) -> Card:
    """*card* in the user's words, which count as confirmed; the very card when nothing is changed."""
    _check(card, edit)
    changed = _changed(card, edit)
    if changed == card:
        return card
    is_own = bool(card.sources) and card.sources[0].basis is Basis.USER
    sources = card.sources if is_own else (SourceRef(Basis.USER, title=EDITED, at=at), *card.sources)
    changed = replace(
        changed,
        status=Status.ACTIVE if card.status in _OPENED else card.status,
        confidence=confirmed(card),
        confirmed_by=by,
        confirmed_at=at,
        sources=sources[:_MOST_SOURCES],
        extra={**card.extra, ACTS[Act.EDIT].mark: stamp(at)},
    )
    return replace(changed, tokens=line_tokens(changed))


def _check(card: Card, edit: Edit) -> None:
    if card.status is Status.SUPERSEDED:
        raise UserError(f"{card.handle} was replaced: edit the memory that replaced it")
    if edit.version is not None and edit.version != card.version:
        raise UserError(
            f"{card.handle} was changed meanwhile (version {card.version}, you edited {edit.version}): "
            "open it again and bring your words over"
        )
    if edit.summary is not None and not clean(edit.summary).split():
        raise UserError("the summary is empty: write one sentence that stands alone")
    if edit.summary is not None and len(edit.summary) > LONGEST_SUMMARY:
        raise UserError(
            f"the summary has {len(edit.summary)} characters, {LONGEST_SUMMARY} fit: "
            "keep one sentence and move the rest to the details"
        )
    for path in edit.files or ():
        _check_path(path)


def _check_path(path: str) -> None:
    pure = PurePosixPath(path)
    if not path or pure.is_absolute() or ".." in pure.parts or "\\" in path or path[1:2] == ":":
        raise UserError(f"{path!r} is no file of the project: give its path from the project's folder")
    if is_restricted_path(path) or not is_keepable(path):
        raise UserError("a file named there holds secrets, or its name looks like one: leave it out")


def _changed(card: Card, edit: Edit) -> Card:
    files = card.files if edit.files is None else tuple(dict.fromkeys(edit.files))
    left = frozenset(card.files) - frozenset(files)
    expires = card.expires_at if edit.expires_at is None else edit.expires_at or None
    return replace(
        card,
        summary=card.summary if edit.summary is None else " ".join(clean(edit.summary).split()),
        kind=edit.kind or card.kind,
        scope=edit.scope or card.scope,
        details=card.details if edit.details is None else clean(edit.details.strip("\n")),
        rationale=card.rationale if edit.rationale is None else clean(edit.rationale.strip()),
        files=files,
        anchors=tuple(each for each in card.anchors if each.path not in left),
        expires_at=expires,
    )
