"""Measures how well anchors are found again: the resolver beside four baselines, on windows of real history.

`run(data_dir)` reads `data_dir/anchors`: `items.jsonl`, `windows.jsonl` and `blobs.jsonl.gz` (the texts, made from git
snapshots). An item is right when a present symbol is placed between its doc comment and its name in the right file,
or when a deleted one is called lost; a probe is one line inside, right when found at its new line or called gone.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bench.anchor_baselines import BASELINES
from whylens.anchor.languages import language_of
from whylens.anchor.make import make_anchor
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.relocate import relocate
from whylens.anchor.symbols import outline
from whylens.model.words import AnchorState


@dataclass(frozen=True, slots=True)
class Task:
    """What a resolver may see: the place in the old file, the old text, the new tree, and one line to follow."""

    language: str
    path: str
    name: str
    start: int
    end: int
    old_text: str
    files: Mapping[str, str]
    probe: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A place; `path` is None when the symbol is called deleted, `probe` None when the line is called gone."""

    path: str | None = None
    start: int | None = None
    probe: int | None = None


Resolver = Callable[[Task], Answer]


def run(data_dir: Path) -> dict[str, Any]:
    """Return the figures of the product and of the baselines; `not measured` when the data is not there."""
    folder = data_dir / "anchors"
    if not (folder / "blobs.jsonl.gz").exists():
        return {
            "set": "anchors",
            "status": "not measured",
            "reason": f"{folder / 'blobs.jsonl.gz'} is absent",
        }
    items = _lines(folder / "items.jsonl")
    tasks = _tasks(items, {one["window"]: one for one in _lines(folder / "windows.jsonl")}, _texts(folder))
    resolvers = {"whylens": follow_change, "whylens, anchor only": follow_without_old_text, **BASELINES}
    return {
        "set": "anchors",
        "status": "measured",
        "items": len(items),
        "results": {
            name: score(items, [resolver(task) for task in tasks]) for name, resolver in resolvers.items()
        },
    }


def follow_change(task: Task) -> Answer:
    """The product as it learns history: the anchor, the change's files, and the file before the change."""
    return _follow(task, task.old_text)


def follow_without_old_text(task: Task) -> Answer:
    """The product as it meets a file in the editor: nothing but the anchor is known of the past."""
    return _follow(task, None)


def _follow(task: Task, old_text: str | None) -> Answer:
    before = _outline(task.path, task.old_text)
    symbol = _symbol_of(before, task)
    if symbol is None:
        return _follow_lines(task, before, old_text)
    line = task.probe if task.probe is not None else symbol.name_line
    anchor = make_anchor(task.path, task.old_text, line, symbol.path, before)
    files = {path: _outline(path, text) for path, text in task.files.items()}
    place = relocate(anchor, files, old_text)
    if place.state is AnchorState.LOST:
        return Answer()
    return Answer(place.path, place.name_line, place.line if task.probe is not None else None)


def _follow_lines(task: Task, before: Outline, old_text: str | None) -> Answer:
    """A place the outline has no symbol for is anchored by its line, as the product does."""

    def follow(line: int) -> tuple[str, int | None]:
        anchor = make_anchor(task.path, task.old_text, line, None, before)
        files = {path: _outline(path, text) for path, text in task.files.items()}
        place = relocate(anchor, files, old_text)
        return place.path, place.line

    path, start = follow(task.start)
    probe = follow(task.probe)[1] if task.probe is not None else None
    return Answer(path if start is not None else None, start, probe)


def _symbol_of(before: Outline, task: Task) -> Symbol | None:
    """The symbol of that name which begins nearest to where the task says."""
    named = before.by_name.get(task.name, [])
    return min(named, key=lambda one: abs(one.start - task.start), default=None)


def score(items: list[dict[str, Any]], answers: list[Answer]) -> dict[str, Any]:
    """Return shares of right answers: of all, by change, by language, of probes; and how wrong ones were wrong."""
    right = [_is_right(item["b"], answer) for item, answer in zip(items, answers, strict=True)]
    wrong = Counter(
        "shown at a wrong place" if answer.path is not None else "lost although present"
        for answer, good in zip(answers, right, strict=True)
        if not good
    )
    probes = [
        answer.probe == item["probe"]["b_line"]
        for item, answer in zip(items, answers, strict=True)
        if "probe" in item
    ]
    return {
        "exact location": _share(right),
        "shown at a wrong place": round(wrong["shown at a wrong place"] / len(items), 4),
        "lost although present": round(wrong["lost although present"] / len(items), 4),
        "probe lines": _share(probes),
        "by change": _by(items, right, "change"),
        "by language": _by(items, right, "lang"),
        "misses": [item["id"] for item, good in zip(items, right, strict=True) if not good],
    }


def _is_right(truth: Mapping[str, Any], answer: Answer) -> bool:
    if truth["status"] == "deleted":
        return answer.path is None
    return (
        answer.path == truth["path"]
        and answer.start is not None
        and truth["doc_start"] <= answer.start <= truth["name_line"]
    )


def _by(items: list[dict[str, Any]], right: list[bool], field: str) -> dict[str, float]:
    groups: dict[str, list[bool]] = {}
    for item, good in zip(items, right, strict=True):
        groups.setdefault(item[field], []).append(good)
    return {name: _share(group) for name, group in sorted(groups.items())}


def _share(values: list[bool]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0


def _tasks(
    items: list[dict[str, Any]], windows: Mapping[str, dict[str, Any]], texts: Mapping[str, str]
) -> list[Task]:
    tasks: list[Task] = []
    for item in items:
        window, place = windows[item["window"]], item["a"]
        tasks.append(
            Task(
                item["lang"],
                place["path"],
                place["name"],
                place["start"],
                place["end"],
                texts[window["files_a"][place["path"]]],
                {path: texts[blob] for path, blob in window["files_b"].items()},
                item["probe"]["a_line"] if "probe" in item else None,
            )
        )
    return tasks


def _texts(folder: Path) -> dict[str, str]:
    with gzip.open(folder / "blobs.jsonl.gz", "rt", encoding="utf-8") as lines:
        return {one["blob"]: one["text"] for one in map(json.loads, lines)}


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


@cache
def _outline(path: str, text: str) -> Outline:
    return outline(text, language_of(path, text))


def main() -> int:
    """Print the figures for `--data DIR` (or the folder in WHYLENS_EVALS)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("WHYLENS_EVALS"))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--misses", action="store_true", help="list the items that were answered wrongly")
    arguments = parser.parse_args()
    if arguments.data is None:
        print("anchors: name the data folder with --data or WHYLENS_EVALS")
        return 1
    report = run(Path(arguments.data))
    if arguments.json:
        print(json.dumps(report, indent=1))
        return 0
    print_report(report, misses=arguments.misses)
    return 0


def print_report(report: Mapping[str, Any], misses: bool = False) -> None:
    """Print one line a resolver, then what the product got by change and language."""
    if report["status"] != "measured":
        print(f"anchors: not measured ({report['reason']})")
        return
    print(f"anchors, {report['items']} items")
    print(f"{'':24}{'exact':>8}{'wrong':>8}{'lost':>8}{'probe':>8}")
    for name, result in report["results"].items():
        columns = ("exact location", "shown at a wrong place", "lost although present", "probe lines")
        print(f"{name:24}" + "".join(f"{result[column]:8.4f}" for column in columns))
    for name in ("whylens", "whylens, anchor only"):
        own = report["results"][name]
        print(name, own["by change"], own["by language"], sep="\n  ")
        if misses:
            print("  misses:", *own["misses"], sep="\n    ")


if __name__ == "__main__":
    raise SystemExit(main())
