"""What extraction is measured against: cue words, the first sentence, every sentence, and nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Cards = list[dict[str, Any]]

#: One cue a kind, the first that matches a sentence wins.
_CUES = (
    (
        "failed_approach",
        r"\b(revert\w*|did ?n.t work|does ?n.t work|ran into problems|insufficient|broke|turns out)\b",
    ),
    ("todo", r"\b(todo|fixme|later|follow[- ]up|needs? to be|once (all|we)|eventually)\b"),
    (
        "constraint",
        r"\b(must( not)?|never|always|do not|don'?t|cannot|only|require[sd]?|at least|should not)\b",
    ),
    (
        "evidence",
        r"\b\d+(\.\d+)? ?(x|%|s|ms|seconds?)\b.*(faster|slower|takes?)|(faster|slower|takes?)\b.*\d",
    ),
    ("issue", r"\b(bug|fail\w*|crash\w*|race|regression|wrong|error|panic\w*|missing|leak)\b"),
    (
        "decision",
        r"\b(let'?s|we will|we'?ll|decided|instead of|rather than|will be|switch\w*|use the|going with|replace\w*"
        r"|deprecat\w*|remove\w*)\b",
    ),
)


def sentences(text: str) -> list[str]:
    """The text cut at full stops, blank lines and list items, comment signs taken off."""
    bare = re.sub(r"(?m)^\s*(//+|\*|#+(?= )|>|/\*+)\s?", "", text)
    parts = re.split(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*[-*] )", bare)
    return [part.strip() for part in parts if len(part.strip()) > 12]


def cue_words(text: str) -> Cards:
    """Every sentence with a cue word, as the kind of the cue; questions left out."""
    cards: Cards = []
    for sentence in sentences(text):
        kind = next((kind for kind, cue in _CUES if re.search(cue, sentence, re.IGNORECASE)), None)
        if kind and not sentence.endswith("?"):
            cards.append(_card(kind, sentence))
    return cards


def first_sentence(text: str) -> Cards:
    """The first sentence, as a decision."""
    return [_card("decision", sentence) for sentence in sentences(text)[:1]]


def every_sentence(text: str) -> Cards:
    """Every sentence, as a decision."""
    return [_card("decision", sentence) for sentence in sentences(text)]


def nothing(_text: str) -> Cards:
    """No card at all: what silence is worth."""
    return []


BASELINES: dict[str, Callable[[str], Cards]] = {
    "cue words": cue_words,
    "first sentence": first_sentence,
    "every sentence": every_sentence,
    "nothing": nothing,
}


def _card(kind: str, sentence: str) -> dict[str, Any]:
    return {"type": kind, "content": sentence, "evidence": sentence}
