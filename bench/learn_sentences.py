"""Learns from labelled passages which sentences are worth a card and of what kind, leaving repositories out to check.

Learned from are the open half of `bench/labels` and, when given with `--data`, the passages of the extraction set.
Both models are logistic regressions over the features of `whylens.extract.worth.features` (`bench.logistic`). A
sentence that holds an optional card counts a little against keeping. A feature is used when it stands in sentences of
two repositories.
Run as `python -m bench.learn_sentences --repositories DIR [--data DIR] [--write]`: prints the figures of a reading
that has not seen the repository it reads, by source; `--write` replaces the weights of the package.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from bench.extraction import LONGER, SHORT, SOURCES, Count, compare
from bench.logistic import LARGE, solve
from bench.own_extraction import OPEN
from bench.own_passages import labels, materialise
from whylens.extract.extract import READERS
from whylens.extract.worth.candidates import Candidate, candidates
from whylens.extract.worth.closer import read_closely
from whylens.extract.worth.features import features
from whylens.extract.worth.model import BIAS, KINDS, Weights

WEIGHTS = Path(__file__).parent.parent / "server" / "whylens" / "extract" / "worth" / "weights.tsv"
#: Weight decay of the two models; the bias is a feature that is larger and so hardly held back.
DECAY_WORTH, DECAY_KIND = 50.0, 10.0
#: How much a sentence with an optional card counts; in learning what is worth a card it counts against it.
OPTIONAL = 0.3
#: A feature must be seen in this many sentences and repositories.
SENTENCES, REPOSITORIES = 3, 2

Passage = dict[str, Any]
Vector = np.ndarray


@dataclass(frozen=True, slots=True)
class Row:
    """One sentence of a labelled passage: its features, and the card it holds, if any."""

    repository: str
    features: frozenset[str]
    card: dict[str, Any] | None

    @property
    def target(self) -> float:
        """1 where a card is due."""
        return float(self.card is not None and not self.card["optional"])

    @property
    def counts(self) -> float:
        """How much the sentence counts in learning what is worth a card."""
        return OPTIONAL if self.card is not None and self.card["optional"] else 1.0


def passages(repositories: Path, data: Path | None) -> list[Passage]:
    """What is learned from, in the form of the extraction set."""
    own = [
        passage | {"set": "labels"}
        for passage in materialise(labels(), repositories).read
        if passage["repo"] in OPEN
    ]
    file = data / "extraction" / "passages.jsonl" if data else None
    lines = file.read_text(encoding="utf-8").splitlines() if file else []
    return own + [json.loads(line) | {"set": "extraction set"} for line in lines if line.strip()]


def rows(passage: Passage) -> list[Row]:
    """The sentences of a passage."""
    return [
        Row(passage["repo"], frozenset(features(each)), _card(passage, each)) for each in _candidates(passage)
    ]


def _candidates(passage: Passage) -> list[Candidate]:
    text, source, path = passage["text"], SOURCES[passage["source_kind"]], passage.get("path") or ""
    return candidates(text, source, path, READERS[source](path, text))


def _card(passage: Passage, candidate: Candidate) -> dict[str, Any] | None:
    """The card whose evidence the sentence covers, by the measure of `bench.extraction`."""
    start, end = candidate.sentence.start, candidate.sentence.end
    covered: list[tuple[float, int]] = []
    for rank, card in enumerate(passage["cards"]):
        left, right = card["span"]
        share = max(0, min(end, right) - max(start, left)) / max(1, right - left)
        if share >= 0.5 and (end - start <= LONGER * (right - left) or end - start < SHORT):
            covered.append((share, rank))
    return passage["cards"][max(covered)[1]] if covered else None


def learn(given: Sequence[Row]) -> Weights:
    """The weights that a set of sentences gives."""
    names = _used(given)
    worth = solve(
        _matrix(given, names),
        np.array([row.target for row in given]),
        np.array([row.counts for row in given]),
        DECAY_WORTH,
    )
    carded = [row for row in given if row.card]
    table, columns = _matrix(carded, names), [worth]
    counts = np.array([row.counts for row in carded])
    for kind in KINDS:
        fits = np.array(
            [float(kind in {row.card["type"], *row.card["alt_types"]}) for row in carded if row.card]
        )
        columns.append(solve(table, fits, counts, DECAY_KIND))
    return {name: tuple(float(column[at]) for column in columns) for at, name in enumerate([BIAS, *names])}


def _used(given: Iterable[Row]) -> list[str]:
    seen: Counter[str] = Counter()
    where: defaultdict[str, set[str]] = defaultdict(set)
    for row in given:
        for name in row.features:
            seen[name] += 1
            where[name].add(row.repository)
    return sorted(n for n in seen if seen[n] >= SENTENCES and len(where[n]) >= REPOSITORIES)


def _matrix(given: Sequence[Row], names: Sequence[str]) -> Vector:
    """Sentences x features, the bias first."""
    place = {name: at for at, name in enumerate(names, start=1)}
    table = np.zeros((len(given), len(names) + 1), dtype=np.float32)
    table[:, 0] = LARGE
    for rank, row in enumerate(given):
        table[rank, [place[name] for name in row.features if name in place]] = 1.0
    return table


def left_out(labelled: Sequence[Passage]) -> list[tuple[Passage, Count, bool]]:
    """Each passage read with weights that have not seen its repository: what was found, and whether nothing was."""
    given = {passage["id"]: rows(passage) for passage in labelled}
    read: list[tuple[Passage, Count, bool]] = []
    for repository in sorted({passage["repo"] for passage in labelled}):
        seen = [row for p in labelled if p["repo"] != repository for row in given[p["id"]]]
        weights = learn(seen)
        for passage in (p for p in labelled if p["repo"] == repository):
            cards = read_with(passage, weights)
            read.append((passage, compare(passage, cards), not cards))
    return read


def read_with(passage: Passage, weights: Weights) -> list[dict[str, Any]]:
    """The cards of a close reading with the weights."""
    text, source, path = passage["text"], SOURCES[passage["source_kind"]], passage.get("path") or ""
    drafts = READERS[source](path, text)
    drafts = read_closely(text, source, path, drafts, weights)
    return [{"type": str(d.kind), "content": d.summary, "evidence": d.evidence} for d in drafts]


def table(read: Iterable[tuple[Passage, Count, bool]]) -> str:
    """The figures by set and source."""
    groups: defaultdict[tuple[str, str], list[tuple[Passage, Count, bool]]] = defaultdict(list)
    for each in read:
        groups[each[0]["set"], "all"].append(each)
        groups[each[0]["set"], each[0]["source_kind"]].append(each)
        groups[each[0]["set"], each[0]["repo"]].append(each)
    return "\n".join(f"{name:<16}{part:<26}{_line(groups[name, part])}" for name, part in sorted(groups))


def _line(read: Sequence[tuple[Passage, Count, bool]]) -> str:
    total = Count()
    for _, count, _ in read:
        for name in ("found", "false", "missed", "typed"):
            setattr(total, name, getattr(total, name) + getattr(count, name))
    figures = "  ".join(f"{name} {value:.3f}" for name, value in total.figures().items())
    quiet = [silent for passage, _, silent in read if passage["empty"] and not passage["cards"]]
    return f"{figures}  quiet {sum(quiet)}/{len(quiet)}"


#: Weights below this (thousandths) are left out of the file.
SMALLEST = 15


def write(weights: Weights, file: Path = WEIGHTS) -> int:
    """Write the weights in thousandths, without the smallest; the number of features kept."""
    lines: list[str] = []
    for name, numbers in sorted(weights.items()):
        whole = [round(1000 * number) for number in numbers]
        if max(map(abs, whole)) >= SMALLEST:
            lines.append("\t".join([name, *(str(number or "") for number in whole)]).rstrip("\t"))
    head = f"# made by bench.learn_sentences: feature, worth, {', '.join(map(str, KINDS))} (thousandths of log odds)"
    file.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return len(lines)


def main() -> int:
    """Print the figures of repositories left out, and write the weights when asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repositories", type=Path, required=True, help="folder that holds the clones")
    parser.add_argument("--data", type=Path, help="folder with the extraction set")
    parser.add_argument("--write", action="store_true", help="replace the weights of the package")
    options = parser.parse_args()
    labelled = passages(options.repositories, options.data)
    if not labelled:
        parser.exit(1, "nothing to learn from: clone the repositories of bench/labels first\n")
    print(table(left_out(labelled)))
    if options.write:
        print(write(learn([row for passage in labelled for row in rows(passage)])), "features written")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
