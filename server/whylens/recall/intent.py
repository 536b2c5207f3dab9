"""What a query is after, told from its words and its place, and the kinds of card that serve it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whylens.model.card import Card
from whylens.model.recall import Query
from whylens.model.words import Kind, Scope


@dataclass(frozen=True, slots=True)
class Intent:
    """A purpose with the kinds and scopes it prefers (0..1 each).

    `pace` is how much being new counts, against the learned weight (learned on people about to change code).
    `wants_recent` asks for the newest cards whatever they say.
    """

    name: str
    kinds: dict[Kind, float]
    scopes: dict[Scope, float]
    pace: float = 1.0
    wants_recent: bool = False

    def preference(self, card: Card) -> float:
        """How much this purpose prefers *card*, 0..1."""
        return max(self.kinds.get(card.kind, 0.0), self.scopes.get(card.scope, 0.0))


TODAY = Intent(
    "today",
    kinds={Kind.TODO: 1.0, Kind.ISSUE: 0.3},
    scopes={Scope.TASK: 1.0, Scope.LOG: 0.8, Scope.SESSION: 0.8},
    pace=1.5,
    wants_recent=True,
)
WHY = Intent(
    "why",
    kinds={Kind.DECISION: 1.0, Kind.CONSTRAINT: 0.7, Kind.FAILED_APPROACH: 0.7, Kind.PREFERENCE: 0.4},
    scopes={Scope.PRINCIPLE: 1.0},
    pace=0.4,
)
DEFECT = Intent(
    "defect",
    kinds={Kind.ISSUE: 1.0, Kind.FAILED_APPROACH: 0.8, Kind.EVIDENCE: 0.5, Kind.CONSTRAINT: 0.3},
    scopes={},
    pace=0.7,
)
EDIT = Intent(
    "edit",
    kinds={
        Kind.CONSTRAINT: 1.0,
        Kind.ISSUE: 0.9,
        Kind.FAILED_APPROACH: 0.8,
        Kind.DECISION: 0.7,
        Kind.TODO: 0.3,
    },
    scopes={Scope.PRINCIPLE: 0.5},
)
FIND = Intent("find", kinds={}, scopes={})

#: The first rule that matches the text wins; without one, a place alone means editing.
_RULES: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    (
        TODAY,
        re.compile(
            r"\bwhat\b.{0,20}\b(?:today|next|now)\b|\bto-?dos?\b|\bwhere was i\b|\bleft off\b"
            r"|\bnext (?:step|checkpoint)\b"
            r"|今天|待办|下一步|今日|次に",
            re.IGNORECASE,
        ),
    ),
    (
        WHY,
        re.compile(
            r"^\s*why\b|\bwhy (?:is|are|do|does|did|was|were|not)\b|\brationale\b"
            r"|\breason(?:s|ing)? (?:for|behind)\b"
            r"|\bdecided?\b|\bdecisions?\b|\bprinciples?\b|\bdirection\b|为什么|为何|原因|决定|なぜ|왜",
            re.IGNORECASE,
        ),
    ),
    (
        DEFECT,
        re.compile(
            r"\bknown (?:issues?|bugs?|defects?|problems?)\b|\bfails? with\b|\btraceback\b|\bstack ?trace\b"
            r"|\bwhat (?:went|goes) wrong\b|已知问题|报错",
            re.IGNORECASE,
        ),
    ),
)


def intent_of(query: Query) -> Intent:
    """What *query* is after."""
    for intent, pattern in _RULES:
        if pattern.search(query.text):
            return intent
    return EDIT if not query.text.strip() and (query.files or query.symbols) else FIND
