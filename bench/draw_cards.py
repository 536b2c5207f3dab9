"""Draws cards at random among those that would be injected, to be judged by a reader who did not write the rules.

    python3 bench/draw_cards.py REPOSITORY [--count N] [--seed N] [--every] [--home HOME] [--json FILE]

Learns the repository in a throw-away home and prints each card as a developer sees it, with the source it was taken
from, for the reader to say of each: right, or what is wrong with it. `--every` draws among all live cards, also those
that are shown at the code but not sure enough to be put into a chat; `--home` keeps what is learned for the next draw.
`--json` also writes the cards, a line each, in the form `bench/learn_soundness.py` learns from, `right` left open.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from whylens.app import open_memory
from whylens.govern.confidence import is_sure
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
    parser.add_argument("--every", action="store_true", help="also cards that are only shown at the code")
    parser.add_argument(
        "--home", type=Path, help="where to keep what is learned; a throw-away folder if not given"
    )
    parser.add_argument("--json", type=Path, help="also write the drawn cards to this file")
    options = parser.parse_args()
    live = learned(options.repository, options.home)
    sure = [card for card in live if is_sure(card)]
    cards = live if options.every else sure
    random.Random(options.seed).shuffle(cards)
    drawn = cards[: options.count]
    for number, card in enumerate(drawn, 1):
        print(f"### {number}. {shown(card)}\n{source(options.repository, card)}\n")
    print(f"{len(live)} live cards, {len(sure)} of them sure enough to be put into a chat", file=sys.stderr)
    if options.json:
        lines = (json.dumps(record(options.repository.name, card), ensure_ascii=False) for card in drawn)
        options.json.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def learned(repository: Path, home: Path | None) -> list[Card]:
    """The live cards of a repository, by id."""
    with tempfile.TemporaryDirectory(prefix="whylens-draw-") as scratch:
        memory = open_memory(repository, home=home or Path(scratch), embeddings=False)
        memory.learn()
        cards = sorted((card for card in memory.every_card() if card.is_live), key=lambda card: card.id)
        memory.close()
    return cards


def record(repository: str, card: Card) -> dict[str, object]:
    """A card as a line of a judged file, before it is judged."""
    return {
        "repository": repository,
        "rule": card.rule,
        "kind": card.kind.value,
        "basis": card.sources[0].basis.value,
        "summary": card.summary,
        "details": card.details,
        "placed": any(each.symbol for each in card.anchors),
        "right": None,
    }


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
