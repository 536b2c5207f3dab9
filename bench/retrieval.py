"""Measures recall: the product, through its own import, index and ranking, beside simple baselines.

`run(data_dir)` reads `data_dir/memory_retrieval`. Every project of the set is imported into a memory of its own in a
throw-away home, and each question is asked of the memories older than it. Files and functions of these questions come
from the finished change, so figures without them are given too. Run as `python -m bench.retrieval --data DIR`.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from bench.retrieval_baselines import BASELINES, DEPTH, baseline
from bench.retrieval_data import GROUPS, Question, RetrievalSet, Stored, load
from bench.retrieval_pairs import leads
from bench.retrieval_score import MEASURES, Run, score
from whylens.app import open_memory
from whylens.memory import Memory
from whylens.model.recall import Query, Recalled

#: Ways to ask the same question, the headline first.
ASKING: dict[str, Callable[[Question], Query]] = {
    "whylens": lambda each: _query(each, each.text, each.files, each.symbols),
    "whylens, one file": lambda each: _query(each, each.text, each.files[:1], ()),
    "whylens, no files": lambda each: _query(each, each.text, (), ()),
    "whylens, long text": lambda each: _query(each, each.long_text, each.files, each.symbols),
    "whylens, long text, no files": lambda each: _query(each, each.long_text, (), ()),
}
#: The baselines each of these ways is compared with, question by question: those that are told as much.
COMPARED = {
    "whylens": ("bm25", "file", "bm25+file", "recency"),
    "whylens, no files": ("bm25", "recency"),
    "whylens, long text": ("bm25 long", "file", "bm25 long+file", "recency"),
}
#: Long enough for the embedding model on a busy machine: quality is measured here, not speed.
DEADLINE = 30.0


def run(
    data_dir: Path, *, groups: tuple[str, ...] = GROUPS, home: Path | None = None, vectors: bool = True
) -> dict[str, Any]:
    """Figures of the product and the baselines; `not measured` when the set is absent.

    A *home* given is kept and used again, which saves the embedding of the memories.
    """
    folder = data_dir / "memory_retrieval"
    if not (folder / "memories.jsonl").exists():
        return {"set": "memory_retrieval", "status": "not measured", "reason": f"{folder} is absent"}
    data = load(folder, groups)
    with _home(home) as place:
        answers = ask_all(data, place, vectors=vectors)
    results = {name: score(data.questions, each.rankings) for name, each in answers.items()}
    rivals = {name: baseline(name, data) for name in BASELINES}
    results |= {name: score(data.questions, each) for name, each in rivals.items()}
    headline = next(iter(answers.values()))
    return {
        "set": "memory_retrieval",
        "status": "measured",
        "questions": len(data.questions),
        "results": results,
        "leads": {
            way: [asdict(each) for each in leads(data.questions, answers[way].rankings, _of(rivals, names))]
            for way, names in COMPARED.items()
        },
        "ms": _times(headline.milliseconds),
        "degraded": headline.degraded,
    }


def _of(rivals: Mapping[str, Run], names: Sequence[str]) -> dict[str, Run]:
    return {name: rivals[name] for name in names}


@dataclass(slots=True)
class Answers:
    """The rankings for one way of asking, the time of each answer, and how many lacked something (vectors)."""

    rankings: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    milliseconds: list[float] = field(default_factory=list[float])
    degraded: int = 0

    def add(self, question: Question, found: Recalled) -> None:
        """Note the answer to *question*."""
        self.rankings[question.id] = [hit.card.ref for hit in found.hits]
        self.milliseconds.append(found.ms)
        self.degraded += bool(found.degraded)


def ask_all(data: RetrievalSet, home: Path, *, vectors: bool = True) -> dict[str, Answers]:
    """The answers of the product for each way of asking."""
    answers = {name: Answers() for name in ASKING}
    for project, memories in data.memories.items():
        with imported(project, memories, home, vectors=vectors) as memory:
            for question in (each for each in data.questions if each.project == project):
                for name, asking in ASKING.items():
                    answers[name].add(question, memory.recall(asking(question), deadline=DEADLINE))
    return answers


@contextmanager
def imported(
    project: str, memories: Sequence[Stored], home: Path, *, vectors: bool = True
) -> Iterator[Memory]:
    """A memory that holds the memories of one project of the set, with their vectors."""
    folder = home / "work" / project
    folder.mkdir(parents=True, exist_ok=True)
    memory = open_memory(folder, home=home, embeddings=vectors)
    try:
        memory.import_lines([json.dumps(import_line(each)) for each in memories], activate=True)
        memory.embed()
        yield memory
    finally:
        memory.close()


def import_line(memory: Stored) -> dict[str, Any]:
    """A memory of the set as a line of `whylens import`."""
    return {
        "ref": memory.id,
        "kind": "observation" if memory.source == "commit" else "decision",
        "summary": memory.title,
        "details": memory.text,
        "files": memory.files,
        "symbols": memory.symbols,
        "created_at": memory.at,
    }


def _query(question: Question, text: str, files: tuple[str, ...], symbols: tuple[str, ...]) -> Query:
    return Query(text=text, files=files, symbols=symbols, before=question.at, k=DEPTH)


@contextmanager
def _home(given: Path | None) -> Iterator[Path]:
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="whylens-bench-") as made:
        yield Path(made)


def _times(milliseconds: Sequence[float]) -> dict[str, float]:
    cuts = (
        quantiles(milliseconds, n=20, method="inclusive") if len(milliseconds) > 1 else [*milliseconds] * 19
    )
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def print_report(report: Mapping[str, Any]) -> None:
    """Print a table of the product and the baselines, then the headline by kind of question."""
    if report["status"] != "measured":
        print(f"memory_retrieval: not measured ({report['reason']})")
        return
    print(f"memory_retrieval, {report['questions']} questions; recall p50/p95 {report['ms']}")
    if report["degraded"]:
        print(
            f"  {report['degraded']} answers lacked something, most likely vectors: lower than it should be"
        )
    print(f"{'':30}" + "".join(f"{name:>9}" for name in MEASURES) + f"{'macro MRR':>11}")
    for name, result in report["results"].items():
        _print_row(name, result["micro"], result["macro"]["MRR@10"])
    headline = next(iter(report["results"].values()))
    _print_row("  95 % interval ±", headline["micro ±"])
    for part in ("by group", "by project", "by overlap", "by link"):
        print(part)
        for name, figures in headline[part].items():
            _print_row(f"  {name} ({figures['n']})", figures)
    for way, found in report["leads"].items():
        print(f"{way}, against the strongest baseline told as much (95 % interval of the difference)")
        for each in found:
            print(
                f"  {each['part']} ({each['questions']})".ljust(24)
                + f"{each['measure']:8}{each['ours']:7.3f}  {each['rival']} {each['theirs']:.3f}"
                + f"  {each['ours'] - each['theirs']:+.3f} ({each['low']:+.3f} to {each['high']:+.3f})"
            )


def _print_row(name: str, figures: Mapping[str, float], last: float | None = None) -> None:
    tail = "" if last is None else f"{last:11.3f}"
    print(f"{name:30}" + "".join(f"{figures[measure]:9.3f}" for measure in MEASURES) + tail)


def main() -> int:
    """Print the figures for `--data DIR` (or the folder in WHYLENS_EVALS)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--groups", default=",".join(GROUPS), help="of commits, docs, turns")
    parser.add_argument("--home", type=Path, help="a home to keep and use again (default: a throw-away one)")
    parser.add_argument("--no-vectors", action="store_true", help="keywords, places and time only")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("memory_retrieval: name the data folder with --data or WHYLENS_EVALS")
        return 1
    report = run(
        Path(arguments.data),
        groups=tuple(arguments.groups.split(",")),
        home=arguments.home,
        vectors=not arguments.no_vectors,
    )
    print(json.dumps(report, indent=1)) if arguments.json else print_report(report)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
