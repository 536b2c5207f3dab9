"""How many memories of a learned repository repeat another one.

    python3 bench/duplicates.py REPOSITORY [--json]

Learns the repository in a throw-away home and compares all live cards of a kind with each other: `repeats` by the
rule that merges on write, `alike` by word similarity alone (a stricter look, which also counts different things said
in the same words).
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from rapidfuzz import fuzz, process

from whylens.app import open_memory
from whylens.govern.merge import same_statement
from whylens.model.card import Card

ALIKE = 90.0


def main() -> int:
    """Learn, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="whylens-duplicates-") as home:
        memory = open_memory(options.repository, home=Path(home), embeddings=False)
        report = memory.learn()
        cards = [card for card in memory.every_card() if card.is_live]
        memory.close()
    repeats, alike = count(cards)
    figures = {
        "commits": report.read.get("commits", 0),
        "cards": len(cards),
        "merged_on_write": report.merged,
        "repeats": repeats,
        "repeat_rate": round(repeats / max(1, len(cards)), 4),
        "alike": alike,
        "alike_rate": round(alike / max(1, len(cards)), 4),
    }
    print(
        json.dumps(figures)
        if options.json
        else "\n".join(f"{name:16} {value}" for name, value in figures.items())
    )
    return 0


def count(cards: Sequence[Card]) -> tuple[int, int]:
    """Cards that repeat an earlier one of their kind: by the merge rule, and by similar words."""
    kinds: defaultdict[str, list[Card]] = defaultdict(list)
    for card in cards:
        kinds[card.kind.value].append(card)
    repeats = alike = 0
    for group in kinds.values():
        summaries = [card.summary for card in group]
        for index, summary in enumerate(summaries):
            near = process.extract(
                summary, summaries[:index], scorer=fuzz.token_sort_ratio, score_cutoff=ALIKE, limit=20
            )
            alike += bool(near)
            repeats += any(same_statement(summary, other) for other, _, _ in near)
    return repeats, alike


if __name__ == "__main__":
    raise SystemExit(main())
