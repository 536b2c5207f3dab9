"""Learns from judged cards how likely a reader finds a card right, leaving repositories out to check.

    python3 -m bench.learn_soundness JUDGED.jsonl... [--write]

A line of a judged file is a card as `bench/draw_cards.py --json` writes it (repository, rule, kind, basis, summary,
details, placed) with `right` added by a reader who did not write the rules. Prints, for repositories that the weights
have not seen, how many cards are right among the most sound ones; `--write` replaces the weights of the package.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.logistic import LARGE, Array, solve
from whylens.extract.worth.model import BIAS
from whylens.extract.worth.soundness import features
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

WEIGHTS = Path(__file__).parent.parent / "server" / "whylens" / "extract" / "worth" / "soundness.tsv"
DECAY = 12.0
#: A feature is used when it stands in this many cards and repositories.
CARDS, REPOSITORIES = 4, 2
#: Weights below this (thousandths of log odds) are left out of the file.
SMALLEST = 8
SHARES = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Judged:
    """One card with what a reader said of it."""

    repository: str
    features: frozenset[str]
    right: bool


def read(files: Sequence[Path]) -> list[Judged]:
    """The judged cards of all files."""
    lines = (line for file in files for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return [judged(json.loads(line)) for line in lines]


def judged(row: dict[str, object]) -> Judged:
    """One line of a file."""
    draft = CardDraft(
        Kind(str(row["kind"])),
        str(row["summary"]),
        "",
        basis=Basis(str(row["basis"])),
        rule=str(row["rule"]),
        details=str(row.get("details") or ""),
    )
    seen = features(draft, placed=bool(row["placed"]))
    return Judged(str(row["repository"]), frozenset(seen), bool(row["right"]))


def learn(given: Sequence[Judged], decay: float = DECAY) -> dict[str, float]:
    """The weights that a set of judged cards gives."""
    names = _used(given)
    place = {name: at for at, name in enumerate(names, start=1)}
    table = np.zeros((len(given), len(names) + 1), dtype=np.float32)
    table[:, 0] = LARGE
    for rank, each in enumerate(given):
        table[rank, [place[name] for name in each.features if name in place]] = 1.0
    right = np.array([float(each.right) for each in given])
    return dict(zip([BIAS, *names], map(float, solve(table, right, np.ones(len(given)), decay)), strict=True))


def _used(given: Sequence[Judged]) -> list[str]:
    seen: Counter[str] = Counter()
    where: defaultdict[str, set[str]] = defaultdict(set)
    for each in given:
        for name in each.features:
            seen[name] += 1
            where[name].add(each.repository)
    return sorted(name for name in seen if seen[name] >= CARDS and len(where[name]) >= REPOSITORIES)


def left_out(given: Sequence[Judged], decay: float = DECAY) -> Array:
    """The probability of each card, by weights that have not seen its repository."""
    chances = np.zeros(len(given))
    for repository in {each.repository for each in given}:
        weights = learn([each for each in given if each.repository != repository], decay)
        for rank, each in enumerate(given):
            if each.repository == repository:
                odds = sum(weights.get(name, 0.0) for name in (BIAS, *each.features))
                chances[rank] = 1 / (1 + np.exp(-odds))
    return chances


def table(given: Sequence[Judged], chances: Array) -> str:
    """How many are right among the most sound, in all and by repository."""
    lines = [
        "repository          cards "
        + "".join(f"{share:>8.0%}" for share in SHARES)
        + "   least chance at each"
    ]
    for name in ["", *sorted({each.repository for each in given})]:
        ranks = [r for r in np.argsort(-chances, kind="stable") if name in ("", given[r].repository)]
        lines.append(f"{name or 'all':<20}{len(ranks):>5} " + _line(given, chances, ranks))
    return "\n".join(lines)


def _line(given: Sequence[Judged], chances: Array, ranks: Sequence[int]) -> str:
    tops = [ranks[: max(1, round(share * len(ranks)))] for share in SHARES]
    right = "".join(f"{sum(given[r].right for r in top) / len(top):>8.3f}" for top in tops)
    return right + "   " + " ".join(f"{chances[top[-1]]:.2f}" for top in tops)


def write(weights: dict[str, float], file: Path = WEIGHTS) -> int:
    """Write the weights in thousandths, without the smallest; how many there are."""
    rows = [(name, round(1000 * weight)) for name, weight in sorted(weights.items())]
    kept = [f"{name}\t{weight}" for name, weight in rows if abs(weight) >= SMALLEST]
    head = (
        "# made by bench.learn_soundness: feature, thousandths of log odds that a reader finds the card right"
    )
    file.write_text("\n".join([head, *kept]) + "\n", encoding="utf-8")
    return len(kept)


def main() -> int:
    """Print the figures of repositories left out, and write the weights when asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judged", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="replace the weights of the package")
    options = parser.parse_args()
    given = read(options.judged)
    print(table(given, left_out(given)))
    if options.write:
        print(write(learn(given)), "features written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
