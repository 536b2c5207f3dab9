"""What may be tuned to one project, from what its own feedback says: proposals with a measurement before and after.

A proposal is fitted on the older half of the feedback and measured on the newer half, which it has not seen; one that
is no better there is not made. Everything is bounded, and what a model or an import says waits whatever is tuned. Pure.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from whylens.govern.confidence import READ_IN_BULK, SURE, certainty_of
from whylens.model.card import Card
from whylens.model.words import Basis, Kind

#: Under what it is kept in the progress.
TUNING = "tuning"
#: What a context may cost when nobody says otherwise, and what is tried instead.
BUDGET = 1200
_BUDGETS = (400, 600, 800, 1000, 1200, 1500, 1800, 2400)
#: Of the notes that were used, how many a smaller budget must keep; how full contexts must be to ask for a larger one.
_KEEP, _FULL = 0.97, 0.9
_SURES = tuple(round(0.70 + 0.02 * step, 2) for step in range(15))
#: What arithmetic may have taken off a certainty.
_ROUNDED = 1e-6
#: A wrong note that is given as certain costs as much as so many right ones that are not.
_WRONG = 2.0
#: Fewer than these say nothing.
LEAST_JUDGED, LEAST_WRONG, LEAST_CONTEXTS, LEAST_OF_A_KIND, LEAST_OF_A_SOURCE = 20, 4, 20, 15, 8
#: From this share of rejections on, cards of a source wait.
_MOSTLY_WRONG = 0.6
#: A kind moves by no more than this, in the logarithm of odds; so many notes count as much as what is usual.
_MOST_NUDGE, _SHRINK = 0.5, 20.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned: from which certainty on what is read in bulk goes into a chat, the default budget (tokens), which
    sources' new cards wait for review, and by how much kinds are nudged in the ranking (logarithm of odds)."""

    sure: float = SURE
    budget: int = BUDGET
    waits: frozenset[Basis] = frozenset()
    kinds: dict[Kind, float] = field(default_factory=dict[Kind, float])


@dataclass(frozen=True, slots=True)
class Labelled:
    """A card that turned out right or wrong, by the user's word or an edit, as sure as it was before that; and when."""

    card: Card
    is_right: bool
    at: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A context whose chat was listened to: of each note, in the order given, its kind, its score (0..1), the tokens up
    to its end, and whether it was used."""

    at: float
    kinds: tuple[Kind, ...]
    scores: tuple[float, ...]
    ends: tuple[int, ...]
    used: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change of one setting, and what it would have meant for the newer half of the feedback."""

    name: str
    before: str
    after: str
    measured_before: str
    measured_after: str
    because: str
    tuning: Callable[[Tuning], Tuning]


def read_tuning(text: str | None) -> Tuning:
    """What `tuning_text` wrote; the defaults for anything that cannot be read, or lies out of bounds."""
    try:
        raw: dict[str, Any] = json.loads(text or "{}")
        sure, budget = float(raw.get("sure", SURE)), int(raw.get("budget", BUDGET))
        kinds = {Kind(name): _nudge(float(value)) for name, value in raw.get("kinds", {}).items()}
        waits = frozenset(map(Basis, raw.get("waits", ())))
    except (ValueError, TypeError, AttributeError):
        return Tuning()
    if not (_SURES[0] <= sure <= _SURES[-1] and _BUDGETS[0] <= budget <= _BUDGETS[-1]):
        return Tuning()
    return Tuning(sure, budget, waits, kinds)


def tuning_text(tuning: Tuning) -> str:
    """As it is kept."""
    kinds = {kind.value: round(value, 3) for kind, value in tuning.kinds.items()}
    waits = sorted(each.value for each in tuning.waits)
    return json.dumps({"sure": tuning.sure, "budget": tuning.budget, "waits": waits, "kinds": kinds})


def propose(labelled: Iterable[Labelled], outcomes: Iterable[Outcome], now: Tuning) -> list[Proposal]:
    """The changes of *now* that the feedback speaks for; most often none."""
    judged = sorted(labelled, key=lambda each: each.at)
    contexts = sorted(outcomes, key=lambda each: each.at)
    found = [_sure(judged, now), _waits(judged, now), _budget(contexts, now), _kinds(contexts, now)]
    return [each for each in found if each is not None]


# -- how sure -------------------------------------------------------------------------------------------------------


def _sure(judged: Sequence[Labelled], now: Tuning) -> Proposal | None:
    bulk = [each for each in judged if each.card.basis in READ_IN_BULK]
    if len(bulk) < LEAST_JUDGED or sum(not each.is_right for each in bulk) < LEAST_WRONG:
        return None
    older, newer = _halves(bulk)
    best = max(_SURES, key=lambda sure: (_worth(older, sure), -abs(sure - now.sure)))
    if best == now.sure or _worth(newer, best) <= _worth(newer, now.sure):
        return None
    return Proposal(
        "sure", f"{now.sure:.2f}", f"{best:.2f}", _given(newer, now.sure), _given(newer, best),
        "how certain a learned memory must be to be given to a chat as certain",
        lambda tuning: replace(tuning, sure=best),
    )  # fmt: skip


def _worth(judged: Sequence[Labelled], sure: float) -> float:
    given = [each for each in judged if certainty_of(each.card) + _ROUNDED >= sure]
    return sum(1.0 if each.is_right else -_WRONG for each in given)


def _given(judged: Sequence[Labelled], sure: float) -> str:
    given = [each.is_right for each in judged if certainty_of(each.card) + _ROUNDED >= sure]
    return f"{sum(given)} right and {len(given) - sum(given)} wrong of {len(judged)} judged given as certain"


# -- what waits -----------------------------------------------------------------------------------------------------


def _waits(judged: Sequence[Labelled], now: Tuning) -> Proposal | None:
    wrong = frozenset(basis for basis in Basis if basis is not Basis.USER and _is_mostly_wrong(judged, basis))
    added = wrong - now.waits
    if not added:
        return None
    names = ", ".join(sorted(each.value for each in added))
    mine = [each for each in _halves(judged)[1] if each.card.basis in added]
    bad = sum(not each.is_right for each in mine)
    return Proposal(
        "waits", _names(now.waits), _names(now.waits | added),
        f"{bad} wrong and {len(mine) - bad} right of {len(mine)} from {names} shown unasked",
        "all of them wait in the review queue first",
        f"most of what came from {names} was wrong",
        lambda tuning: replace(tuning, waits=tuning.waits | added),
    )  # fmt: skip


def _is_mostly_wrong(judged: Sequence[Labelled], basis: Basis) -> bool:
    """In both halves: one bad week says nothing."""
    halves = [[each.is_right for each in half if each.card.basis is basis] for half in _halves(judged)]
    if sum(map(len, halves)) < LEAST_OF_A_SOURCE or not all(halves):
        return False
    return all(1 - sum(half) / len(half) >= _MOSTLY_WRONG for half in halves)


def _names(waits: frozenset[Basis]) -> str:
    return ", ".join(sorted(each.value for each in waits)) or "none but what always waits"


# -- how much -------------------------------------------------------------------------------------------------------


def _budget(contexts: Sequence[Outcome], now: Tuning) -> Proposal | None:
    heard = [each for each in contexts if any(each.used)]
    if len(heard) < LEAST_CONTEXTS:
        return None
    older, newer = _halves(heard)
    fit = next((each for each in _BUDGETS if _kept(older, each) >= _KEEP), _BUDGETS[-1])
    if fit >= now.budget and _fullness(older, now.budget) >= _FULL:
        fit = next((each for each in _BUDGETS if each > now.budget), now.budget)
    elif fit > now.budget:
        return None
    if fit == now.budget or (fit < now.budget and _kept(newer, fit) < _KEEP):
        return None
    return Proposal(
        "budget", f"{now.budget:,} tokens", f"{fit:,} tokens", _spent(newer, now.budget), _spent(newer, fit),
        "the used notes stand at the beginning" if fit < now.budget else "the last notes that fit are used, too",
        lambda tuning: replace(tuning, budget=fit),
    )  # fmt: skip


def _kept(contexts: Sequence[Outcome], budget: int) -> float:
    ends = [end for each in contexts for end, used in zip(each.ends, each.used, strict=True) if used]
    return sum(end <= budget for end in ends) / len(ends) if ends else 1.0


def _fullness(contexts: Sequence[Outcome], budget: int) -> float:
    """How far down the used notes reach, on average."""
    last = [max(e for e, used in zip(each.ends, each.used, strict=True) if used) for each in contexts]
    return sum(last) / len(last) / budget if last else 0.0


def _spent(contexts: Sequence[Outcome], budget: int) -> str:
    tokens = [max((end for end in each.ends if end <= budget), default=0) for each in contexts]
    mean = sum(tokens) / len(tokens)
    return f"{_kept(contexts, budget):.0%} of the used notes, {mean:,.0f} tokens a context"


# -- in which order -------------------------------------------------------------------------------------------------


def _kinds(contexts: Sequence[Outcome], now: Tuning) -> Proposal | None:
    if len(contexts) < LEAST_CONTEXTS:
        return None
    older, newer = _halves(contexts)
    nudges = _nudges(older)
    if not nudges or nudges == now.kinds or _order(newer, nudges) <= _order(newer, now.kinds) + 0.005:
        return None
    return Proposal(
        "kinds", _told(now.kinds), _told(nudges),
        f"mean reciprocal rank of the first used note {_order(newer, now.kinds):.3f}",
        f"{_order(newer, nudges):.3f}",
        "some kinds are used more often than others",
        lambda tuning: replace(tuning, kinds=nudges),
    )  # fmt: skip


def _nudges(contexts: Sequence[Outcome]) -> dict[Kind, float]:
    pairs = [pair for each in contexts for pair in zip(each.kinds, each.used, strict=True)]
    usual = _odds(sum(used for _, used in pairs), len(pairs))
    found: dict[Kind, float] = {}
    for kind in Kind:
        mine = [used for each, used in pairs if each is kind]
        if len(mine) >= LEAST_OF_A_KIND:
            trust = len(mine) / (len(mine) + _SHRINK)
            found[kind] = round(_nudge(trust * (_odds(sum(mine), len(mine)) - usual)), 2)
    return {kind: value for kind, value in found.items() if value}


def _order(contexts: Sequence[Outcome], nudges: dict[Kind, float]) -> float:
    """The mean reciprocal rank of the first used note, were the notes ordered with *nudges*."""
    ranks: list[float] = []
    for each in contexts:
        if any(each.used):
            scored = zip(each.scores, each.kinds, each.used, strict=True)
            ordered = sorted(scored, key=lambda note: -(logit(note[0]) + nudges.get(note[1], 0.0)))
            ranks.append(1.0 / (1 + next(at for at, note in enumerate(ordered) if note[2])))
    return sum(ranks) / len(ranks) if ranks else 0.0


def logit(score: float) -> float:
    """The logarithm of the odds of a score (0..1), bounded."""
    held = min(max(score, 1e-6), 1 - 1e-6)
    return math.log(held / (1 - held))


def _odds(hits: int, of: int) -> float:
    return logit((hits + 0.5) / (of + 1.0))


def _nudge(value: float) -> float:
    return max(-_MOST_NUDGE, min(_MOST_NUDGE, value))


def _told(nudges: dict[Kind, float]) -> str:
    return (
        ", ".join(f"{kind.value} {value:+.2f}" for kind, value in sorted(nudges.items())) or "all kinds alike"
    )


def _halves(items: Sequence[Any]) -> tuple[Sequence[Any], Sequence[Any]]:
    middle = len(items) // 2
    return items[:middle], items[middle:]
