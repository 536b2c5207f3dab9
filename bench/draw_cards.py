"""Draws cards at random among those that would be injected, to be judged by a reader who did not write the rules.

    python3 bench/draw_cards.py REPOSITORY [--count N] [--seed N]

Learns the repository in a throw-away home and prints each card as a developer sees it, with the source it was taken
from, for the reader to say of each: right, or what is wrong with it.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

from whylens.app import open_memory
from whylens.model.card import Card
from whylens.model.words import FROM_GIT

#: Characters of a commit message, and lines around a comment, shown as the source.
MESSAGE, AROUND = 1100, 7


def main() -> int:
    """Learn, draw, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="whylens-draw-") as home:
        memory = open_memory(options.repository, home=Path(home), embeddings=False)
        memory.learn()
        cards = sorted((card for card in memory.every_card() if card.is_live), key=lambda card: card.id)
        memory.close()
    random.Random(options.seed).shuffle(cards)
    for number, card in enumerate(cards[: options.count], 1):
        print(f"### {number}. {shown(card)}\n{source(options.repository, card)}\n")
    return 0


def shown(card: Card) -> str:
    """What a developer reads of a card."""
    places = "; ".join(f"{each.path} {' › '.join(each.symbol)}" for each in card.anchors[:4])
    return (
        f"{card.kind.value}, {card.confidence:.0%}\nSUMMARY: {card.summary}\nWHY: {card.rationale}\n"
        f"QUOTED: {card.details or card.evidence}\nPLACE: {places or ', '.join(card.files[:4])}"
    )


def source(repository: Path, card: Card) -> str:
    """The commit message, or the lines of the file, a card was taken from."""
    first = card.sources[0]
    if first.basis in FROM_GIT:
        command = ["git", "-C", str(repository), "log", "-1", "--format=%cs%n%B", first.locator]
        told = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False).stdout
        return f"SOURCE: commit {first.locator[:10]}\n{told[:MESSAGE]}"
    try:
        lines = (repository / first.locator).read_text(errors="replace").split("\n")
    except OSError:
        lines = []
    at = (first.line or 1) - 1
    around = "\n".join(lines[max(0, at - AROUND) : at + AROUND + 1])
    return f"SOURCE: {first.basis.value} {first.locator}:{first.line}\n{around}"


if __name__ == "__main__":
    raise SystemExit(main())
