"""From a model's answer to drafts: whatever does not keep every rule is refused, and counted by the rule it broke."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from whylens.extract.assisted.checks import (
    gives_instructions,
    has_markup,
    invents_names,
    is_about_the_text,
    is_speculation,
)
from whylens.extract.assisted.question import (
    KINDS,
    LONGEST_EVIDENCE,
    LONGEST_SUMMARY,
    MOST_CARDS,
    SHORTEST_EVIDENCE,
    SHORTEST_SUMMARY,
)
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind, Scope

#: The rule of every card from here.
RULE = "proposed-by-model"
#: Characters of an answer that are read; more than this is no answer to our question.
LONGEST_ANSWER = 20_000
#: How much weight a proposal has until the user has looked at it.
IMPORTANCE = 0.4

_FENCED = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n```\Z", re.DOTALL)
_KEYS = {"kind", "summary", "evidence"}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What an answer proposes. `refused` counts what it does not, by the reason in a word or two."""

    drafts: tuple[CardDraft, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict[str, int])


class _Refused(Exception):
    """One card breaks a rule: the reason."""


def read_answer(answer: str, text: str) -> Proposal:
    """The drafts of an *answer* to a question about *text* (the redacted text as it was quoted)."""
    cards = _cards(answer)
    if cards is None:
        return Proposal((), {"unreadable answer": 1})
    refused: Counter[str] = Counter()
    drafts: dict[tuple[int, int], CardDraft] = {}
    for given in cards[:MOST_CARDS]:
        try:
            draft = _draft(given, text)
        except _Refused as reason:
            refused[str(reason)] += 1
        else:
            if drafts.setdefault(draft.span, draft) is not draft:
                refused["said twice"] += 1
    if len(cards) > MOST_CARDS:
        refused["too many cards"] += len(cards) - MOST_CARDS
    return Proposal(tuple(drafts.values()), dict(refused))


def _cards(answer: str) -> list[Any] | None:
    """The list under `cards`; None when the answer is not the one object that was asked for."""
    body = answer[: LONGEST_ANSWER + 1].strip()
    if fenced := _FENCED.match(body):
        body = fenced.group(1)
    try:
        found: Any = json.loads(body) if len(answer) <= LONGEST_ANSWER else None
    except (ValueError, RecursionError):
        return None
    fields = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    cards: Any = fields.get("cards") if len(fields) == 1 else None
    return cast("list[Any]", cards) if isinstance(cards, list) else None


def _draft(given: Any, text: str) -> CardDraft:
    """One card as a draft; `_Refused` when it breaks a rule."""
    fields = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    if set(fields) != _KEYS or not all(isinstance(each, str) for each in fields.values()):
        raise _Refused("not a card")
    kind = _kind(fields["kind"])
    summary = _checked_summary(fields["summary"].strip(), text)
    start, end = _found(fields["evidence"].strip(), text)
    return CardDraft(
        kind=kind,
        summary=summary,
        evidence=text[start:end],
        span=(start, end),
        basis=Basis.INFERENCE,
        scope=Scope.TASK if kind is Kind.TODO else Scope.PROJECT,
        importance=IMPORTANCE,
        rule=RULE,
    )


def _kind(name: str) -> Kind:
    if name not in {each.value for each in KINDS}:
        raise _Refused("unknown kind")
    return Kind(name)


def _checked_summary(summary: str, text: str) -> str:
    if not SHORTEST_SUMMARY <= len(summary) <= LONGEST_SUMMARY:
        raise _Refused("summary of the wrong length")
    if has_markup(summary):
        raise _Refused("markup")
    if gives_instructions(summary):
        raise _Refused("instruction")
    if is_speculation(summary):
        raise _Refused("speculation")
    if invents_names(summary, text) or not is_about_the_text(summary, text):
        raise _Refused("not in the text")
    return summary


def _found(evidence: str, text: str) -> tuple[int, int]:
    """Where *evidence* stands in *text*, line breaks aside."""
    if not SHORTEST_EVIDENCE <= len(evidence) <= LONGEST_EVIDENCE:
        raise _Refused("evidence of the wrong length")
    pattern = r"\s+".join(map(re.escape, evidence.split()))
    if (found := re.search(pattern, text)) is None:
        raise _Refused("evidence not in the text")
    quoted = found.group()
    if gives_instructions(quoted):
        raise _Refused("instruction")
    if is_speculation(quoted):
        raise _Refused("speculation")
    return found.span()
