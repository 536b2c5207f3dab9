"""Runs every scorer on evaluation data through the product's own code, baselines beside it.

    python3 bench/quality.py --data DIR [--set NAME …] [--json]

DIR (or the environment variable WHYLENS_EVALS) holds one folder a set. Everything happens in a throw-away home;
a set that is absent is reported as `not measured`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

#: Each set and the module whose `run(data_dir)` measures it.
SETS = {
    "secrets": "bench.redaction",
    "extraction": "bench.extraction",
    "transcripts": "bench.transcripts",
    "memory_retrieval": "bench.retrieval",
    "anchors": "bench.anchors",
    "supersession": "bench.supersession",
}

Report = dict[str, Any]


def main() -> int:
    """Print the figures; 1 without data to measure on."""
    options = _options()
    if options.data is None:
        sys.stderr.write("quality: no data: give a folder with --data or in WHYLENS_EVALS\n")
        return 1
    if not options.data.is_dir():
        sys.stderr.write(f"quality: there is no folder {options.data}\n")
        return 1
    with throw_away_home():
        reports = {name: measure(name, options.data) for name in options.set or SETS}
    if options.json:
        print(json.dumps(reports, indent=1))
    else:
        for name, report in reports.items():
            print("\n".join(table(name, report)))
    return 0


def measure(name: str, data_dir: Path) -> Report:
    """The report of one set: `status`, and the figures of each system by name under `results`."""
    run: Callable[[Path], Report] = import_module(SETS[name]).run
    return run(data_dir)


def table(name: str, report: Report) -> Iterator[str]:
    """The report as lines: a heading, the figures' names, and a row a system."""
    yield f"\n== {name}: {report['status']}"
    if report["status"] != "measured":
        yield f"   {report.get('reason', '')}"
        return
    rows = dict(systems(report))
    figures = list(dict.fromkeys(key for row in rows.values() for key in row))
    width = max(map(len, rows))
    yield f"   {'':{width}}  " + "  ".join(f"{each:>12}" for each in figures)
    for system, row in rows.items():
        yield f"   {system:{width}}  " + "  ".join(f"{_cell(row.get(each)):>12}" for each in figures)


def systems(report: Report) -> Iterator[tuple[str, dict[str, float]]]:
    """Each system of a report with its plain figures; the product first."""
    results: dict[str, Any] = report.get("results") or {"whylens": report}
    for system, figures in {**results, **report.get("baselines", {})}.items():
        yield system, {key: value for key, value in _plain(figures) if isinstance(value, int | float)}


def _plain(figures: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The figures; those over all questions (`micro`) each with half the width of its interval beside it."""
    yield from figures.items()
    for name, value in figures.get("micro", {}).items():
        yield name, value
        yield f"{name} ±", figures["micro ±"][name]


def _cell(value: float | None) -> str:
    if value is None:
        return "–"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


@contextmanager
def throw_away_home() -> Iterator[None]:
    """Let everything that is stored go to a folder that is deleted at the end."""
    before = os.environ.get("WHYLENS_HOME")
    with tempfile.TemporaryDirectory(prefix="whylens-quality-") as folder:
        os.environ["WHYLENS_HOME"] = folder
        try:
            yield
        finally:
            del os.environ["WHYLENS_HOME"]
            if before is not None:
                os.environ["WHYLENS_HOME"] = before


def _options() -> argparse.Namespace:
    default = os.environ.get("WHYLENS_EVALS")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--data", type=Path, default=Path(default) if default else None, help="the folder of the sets"
    )
    parser.add_argument("--set", nargs="+", choices=sorted(SETS), help="only these sets")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    return parser.parse_args()


if __name__ == "__main__":
    sys.path.insert(
        0, str(Path(__file__).resolve().parents[1])
    )  # so that `python3 bench/quality.py` finds `bench`
    raise SystemExit(main())
