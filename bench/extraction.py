"""Measures extraction: which of the cards a person found in a passage the product finds, and whether it stays quiet.

A predicted card matches a true one when its evidence covers at least half of the true evidence without being much
longer (at most four times, or under 160 characters), or when the words of both agree (F1 of at least 0.45, against the
true content or the true evidence). Matches are one to one, best first; a match of an optional card is neither right nor
wrong. `f1` counts any kind; `typed_f1` asks for the true kind or one of its alternatives; `quiet` is the share of
passages with nothing in them that yield nothing. Run as `python -m bench.extraction --data DIR` (the set is
`DIR/extraction`).
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.extraction_baselines import BASELINES, Cards
from bench.figures import print_figures
from whylens.extract.extract import extract

Passage = dict[str, Any]

#: The kinds of source in the data and the product's own names for them.
SOURCES = {
    "chat_user": "user",
    "chat_agent": "assistant",
    "commit": "commit",
    "comment": "comment",
    "adr": "record",
    "agent_rules": "rules",
    "tool_output": "tool",
}
#: Words agree from this F1 on.
AGREEMENT = 0.45
#: Evidence may be longer than the true one by this factor, or shorter than this many characters.
LONGER, SHORT = 4, 160


@dataclass(slots=True)
class Count:
    """Cards of one group of passages: found, false, missed, and found with the right kind."""

    found: int = 0
    false: int = 0
    missed: int = 0
    typed: int = 0

    def figures(self) -> dict[str, float]:
        """Precision, recall, F1 and typed F1."""
        predicted, true = self.found + self.false, self.found + self.missed
        return {
            "precision": self.found / max(1, predicted),
            "recall": self.found / max(1, true),
            "f1": _f1(self.found, predicted, true),
            "typed_f1": _f1(self.typed, predicted, true),
        }


def run(data_dir: Path) -> dict[str, Any]:
    """The figures of the product and of the baselines; `not measured` when the set is not there."""
    file = data_dir / "extraction" / "passages.jsonl"
    if not file.exists():
        return {"set": "extraction", "status": "not measured", "reason": f"{file} is absent"}
    passages = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {
        "set": "extraction",
        "status": "measured",
        "passages": len(passages),
        **score(passages, predict),
        "by_source": by_source(passages, predict),
        "baselines": {
            name: score(passages, lambda passage, reader=reader: reader(passage["text"]))
            for name, reader in BASELINES.items()
        },
    }


def predict(passage: Passage) -> Cards:
    """The cards the product finds in a passage."""
    drafts = extract(passage["text"], SOURCES[passage["source_kind"]], path=passage.get("path") or "")
    return [
        {"type": str(draft.kind), "content": draft.summary, "evidence": draft.evidence} for draft in drafts
    ]


Reader = Callable[[Passage], Cards]


def score(passages: Iterable[Passage], reader: Reader) -> dict[str, float]:
    """Precision, recall, F1, typed F1 and quiet of a reader over all passages."""
    total = Count()
    silent: list[bool] = []
    for passage in passages:
        cards = reader(passage)
        _add(total, compare(passage, cards))
        if passage["empty"] and not passage["cards"]:
            silent.append(not cards)
    return {**total.figures(), "quiet": sum(silent) / max(1, len(silent))}


def by_source(passages: Iterable[Passage], reader: Reader) -> dict[str, dict[str, float]]:
    """The same figures (without quiet) for each kind of source."""
    counts: defaultdict[str, Count] = defaultdict(Count)
    for passage in passages:
        _add(counts[passage["source_kind"]], compare(passage, reader(passage)))
    return {source: counts[source].figures() for source in sorted(counts)}


def compare(passage: Passage, cards: Cards) -> Count:
    """What of one passage was found, falsely found and missed."""
    truth: Sequence[dict[str, Any]] = passage["cards"]
    pairs = sorted(
        (
            (agreement(card, true, passage["text"]), rank, other)
            for rank, card in enumerate(cards)
            for other, true in enumerate(truth)
        ),
        reverse=True,
    )
    taken_cards: set[int] = set()
    taken_truth: set[int] = set()
    count, harmless = Count(), 0
    for alike, rank, other in pairs:
        if alike < AGREEMENT or rank in taken_cards or other in taken_truth:
            continue
        taken_cards.add(rank)
        taken_truth.add(other)
        true = truth[other]
        if true["optional"]:
            harmless += 1
            continue
        count.found += 1
        count.typed += cards[rank]["type"] in [true["type"], *true["alt_types"]]
    count.false = len(cards) - count.found - harmless
    count.missed = sum(not true["optional"] for true in truth) - count.found
    return count


def agreement(card: dict[str, Any], true: dict[str, Any], text: str) -> float:
    """How well a predicted card agrees with a true one, 0..1: by words, or by the evidence it quotes."""
    words = max(word_f1(card["content"], true["content"]), word_f1(card["content"], true["evidence"]))
    evidence = card.get("evidence") or ""
    start = text.find(evidence) if evidence else -1
    if start < 0:
        return words
    left, right = true["span"]
    covered = max(0, min(start + len(evidence), right) - max(start, left)) / max(1, right - left)
    fits = len(evidence) <= LONGER * len(true["evidence"]) or len(evidence) < SHORT
    return max(words, 0.5 + covered / 2) if covered >= 0.5 and fits else words


_SMALL_WORDS = frozenset({
    "the", "a", "an", "of", "to", "in", "for", "and", "or", "on", "is", "are", "be", "was", "were", "by",
    "with", "from", "as", "at", "it", "this", "that", "not", "so", "if", "we", "i", "you", "can", "will",
    "should", "must", "only", "when", "which", "its", "has", "have", "had", "do", "does",
})  # fmt: skip


def word_f1(one: str, other: str) -> float:
    """F1 of the stems two texts share, small words left out, each counted as often as it stands there."""
    left, right = Counter(_stems(one)), Counter(_stems(other))
    return 2 * (left & right).total() / max(1, left.total() + right.total())


def _stems(text: str) -> list[str]:
    words = (word for word in re.findall(r"[a-z0-9_./-]*[a-z0-9]", text.lower()) if word not in _SMALL_WORDS)
    return [re.sub(r"(ing|ed|es|s)$", "", word) if len(word) > 4 else word for word in words]


def _f1(right: int, predicted: int, true: int) -> float:
    precision, recall = right / max(1, predicted), right / max(1, true)
    return 2 * precision * recall / max(1e-9, precision + recall)


def _add(total: Count, part: Count) -> None:
    total.found += part.found
    total.false += part.false
    total.missed += part.missed
    total.typed += part.typed


if __name__ == "__main__":
    raise SystemExit(print_figures("extraction", __doc__, run))
