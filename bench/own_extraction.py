"""Measures extraction on our own labelled passages (`bench/labels`), by repository and with the spread over them.

The figures are those of `bench.extraction`, for all passages, for each repository and for each kind of source. The
mean over repositories is what a new repository may expect; its interval comes from drawing repositories anew (cluster
bootstrap, 95 %). A repository counts in a mean only where it can: F1 where a card is due, quiet where nothing is.
The repositories come in two halves: wrongs are shown (and rules mended) of one half only, the other stays unread.
Run as `python3 -m bench.own_extraction --repositories DIR [--json] [--wrong]`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.extraction import Reader, compare, predict, score
from bench.extraction_baselines import BASELINES
from bench.own_passages import LABELS, Passage, labels, materialise

#: What is said of every reader.
MEASURES = ("f1", "typed_f1", "quiet")
#: Draws of the bootstrap, and the seed that makes them the same each time.
DRAWS, SEED = 2000, 7

#: The half whose wrongs may be read by whoever writes rules. Never move a repository from here to the other half.
OPEN = frozenset({
    "astral-sh/ruff", "eclipse-edc/Connector", "golang/tools", "microsoft/playwright", "prometheus/prometheus",
    "redis/redis", "tokio-rs/tokio",
})  # fmt: skip

Figures = dict[str, float]


def run(repositories: Path, file: Path = LABELS) -> dict[str, Any]:
    """The figures of the product and the baselines on what the clones hold, and what they do not hold."""
    passages = materialise(labels(file), repositories)
    absent = {reason: len(which) for reason, which in passages.absent.items()}
    if not passages.read:
        return {"set": "own extraction", "status": "not measured", "absent": absent}
    readers: dict[str, Reader] = {"product": predict} | {
        name: lambda passage, reader=reader: reader(passage["text"]) for name, reader in BASELINES.items()
    }
    return {
        "set": "own extraction",
        "status": "measured",
        "passages": len(passages.read),
        "empty": sum(passage["empty"] for passage in passages.read),
        "required_cards": _required(passages.read),
        "absent": absent,
        "all": {name: score(passages.read, reader) for name, reader in readers.items()},
        "over_repositories": {
            name: over_repositories(passages.read, reader) for name, reader in readers.items()
        },
        "by_half": by(_in_halves(passages.read), "half", predict),
        "by_repository": by(passages.read, "repo", predict),
        "by_source": by(passages.read, "source_kind", predict),
    }


def by(passages: Iterable[Passage], key: str, reader: Reader) -> dict[str, dict[str, float]]:
    """The figures of each group of passages; a measure without anything to measure is left out."""
    groups: defaultdict[str, list[Passage]] = defaultdict(list)
    for passage in passages:
        groups[passage[key]].append(passage)
    return {name: _figures(groups[name], reader) for name in sorted(groups)}


def _in_halves(passages: Iterable[Passage]) -> list[Passage]:
    return [passage | {"half": "open" if passage["repo"] in OPEN else "unread"} for passage in passages]


def _figures(passages: Sequence[Passage], reader: Reader) -> Figures:
    figures: Figures = {"passages": len(passages), "required_cards": _required(passages)}
    measured = score(passages, reader)
    if figures["required_cards"]:
        figures |= {name: measured[name] for name in ("precision", "recall", "f1", "typed_f1")}
    if any(passage["empty"] for passage in passages):
        figures["quiet"] = measured["quiet"]
    return figures


def over_repositories(passages: Iterable[Passage], reader: Reader) -> dict[str, dict[str, float]]:
    """For each measure the mean over repositories and the interval of that mean."""
    each = by(passages, "repo", reader).values()
    return {name: spread([one[name] for one in each if name in one]) for name in MEASURES}


def spread(values: Sequence[float]) -> dict[str, float]:
    """The mean of the values and the 2.5 and 97.5 percentiles of the means of as many drawn with replacement."""
    if not values:
        return {}
    draw = random.Random(SEED)
    means = sorted(fmean(draw.choices(values, k=len(values))) for _ in range(DRAWS))
    return {"mean": fmean(values), "low": means[int(0.025 * DRAWS)], "high": means[int(0.975 * DRAWS) - 1]}


def wrongs(passages: Iterable[Passage]) -> list[dict[str, Any]]:
    """Each passage of the open half with something missed or false: what is due and what was found, to be read."""
    found: list[dict[str, Any]] = []
    for passage in passages:
        if passage["repo"] not in OPEN:
            continue
        cards = predict(passage)
        count = compare(passage, cards)
        if count.missed or count.false or count.typed < count.found:
            found.append(
                {
                    "id": passage["id"],
                    "repo": passage["repo"],
                    "missed": count.missed,
                    "false": count.false,
                    "wrong_kind": count.found - count.typed,
                    "text": passage["text"],
                    "due": [(card["type"], card["optional"], card["evidence"]) for card in passage["cards"]],
                    "found": [(card["type"], card["content"], card["evidence"]) for card in cards],
                }
            )
    return found


def table(report: dict[str, Any]) -> str:
    """The report as text, for a terminal."""
    lines = [f"absent: {reason} ({count} passages)" for reason, count in report["absent"].items()]
    if report["status"] != "measured":
        return "\n".join(["nothing to measure: clone the repositories named here first", *lines])
    lines.append(
        f"{report['passages']} passages, {report['required_cards']} cards due, {report['empty']} with nothing in them"
    )
    lines += _block("reader", report["all"])
    lines.append("\nmean over repositories, with its 95 % interval")
    lines += [
        f"{reader:<28}" + "  ".join(f"{name} {_interval(means[name])}" for name in MEASURES)
        for reader, means in report["over_repositories"].items()
    ]
    return "\n".join(
        [
            *lines,
            *_block("half", report["by_half"]),
            *_block("repository", report["by_repository"]),
            *_block("source", report["by_source"]),
        ]
    )


def _block(title: str, rows: dict[str, Figures]) -> list[str]:
    columns = ("passages", "precision", "recall", *MEASURES)
    lines = [f"\n{title:<28}" + "".join(f"{column:>10}" for column in columns)]
    for name, figures in rows.items():
        lines.append(f"{name:<28}" + "".join(f"{_cell(figures.get(column)):>10}" for column in columns))
    return lines


def _cell(value: float | None) -> str:
    return "" if value is None else str(value) if isinstance(value, int) else f"{value:.3f}"


def _interval(means: dict[str, float]) -> str:
    return f"{means['mean']:.3f} [{means['low']:.3f}, {means['high']:.3f}]" if means else "none"


def _required(passages: Iterable[Passage]) -> int:
    return sum(not card["optional"] for passage in passages for card in passage["cards"])


def main() -> int:
    """Print the figures; 1 when nothing could be measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repositories", type=Path, required=True, help="folder that holds the clones")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--wrong", action="store_true", help="print what is wrong in the open half, as JSON lines"
    )
    options = parser.parse_args()
    if options.wrong:
        print("\n".join(json.dumps(one) for one in wrongs(materialise(labels(), options.repositories).read)))
        return 0
    report = run(options.repositories)
    print(json.dumps(report, indent=1) if options.json else table(report))
    return 0 if report["status"] == "measured" else 1


if __name__ == "__main__":
    raise SystemExit(main())
