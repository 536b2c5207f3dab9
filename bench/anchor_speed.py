"""Measures what anchors cost while a 5,000-line file is open: on opening, and after every keystroke.

Times are the best and the 95th percentile of several rounds in milliseconds, beside a bare tree-sitter parse of the
same text on the same machine, so that they can be compared across machines.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from tree_sitter import Parser

from whylens.anchor.languages import load
from whylens.anchor.make import make_anchor
from whylens.anchor.resolve import resolve
from whylens.anchor.symbols import DocumentParser, outline

ANCHORS = 200
LINES = 5_000


@dataclass(frozen=True, slots=True)
class Timing:
    """One measured step, milliseconds."""

    step: str
    best: float
    p95: float
    target: float | None = None


def run(rounds: int = 15) -> list[Timing]:
    """Return the timings for a made-up Python file of `LINES` lines with `ANCHORS` anchors in it."""
    text = made_up_source(LINES)
    grammar = load("python")
    assert grammar is not None
    bare, source = Parser(grammar), text.encode()
    document = DocumentParser("python")
    found = document.update(text)
    callables = [one for one in found.symbols if one.kind in ("function", "method")]
    step = max(1, len(callables) // ANCHORS)
    chosen = callables[::step][:ANCHORS]
    anchors = [make_anchor("made_up.py", text, one.name_line + 2, None, found) for one in chosen]

    def keystroke(edited: str) -> None:
        places = resolve(anchors, "made_up.py", document.update(edited))
        assert len(places) == ANCHORS

    letters = _typed(text, "x")
    lines = _typed(text, "\n        pass")
    return [
        _time("bare parse", rounds, lambda: bare.parse(source)),
        _time("outline on open", rounds, lambda: outline(text, "python"), target=60),
        _time(
            "update and resolve 200 anchors, one letter", rounds, lambda: keystroke(next(letters)), target=5
        ),
        _time("update and resolve 200 anchors, one line", rounds, lambda: keystroke(next(lines)), target=5),
    ]


def made_up_source(lines: int) -> str:
    """Return Python with classes of ten methods, about `lines` lines long."""
    parts = ['"""Made up for measuring."""', "", "import collections", ""]
    number = 0
    while len(parts) < lines:
        parts += ["", f"class Shelf{number}(collections.UserDict):", f'    """Shelf {number}."""', ""]
        for method in range(10):
            parts += [
                f"    def place_{method}(self, item, count={method}, *, label=None):",
                "        # The label is optional: old callers leave it out.",
                f"        total_{method} = self.weigh(item) * count + {number}",
                f"        if total_{method} > {number * 10 + method}:",
                f'            raise ValueError("shelf {number} cannot hold " + str(label))',
                f"        self.data[label or item] = total_{method}",
                f"        return total_{method} - {method}",
                "",
            ]
        number += 1
    return "\n".join(parts[:lines]) + "\n"


def _typed(text: str, inserted: str) -> Iterator[str]:
    """The text after one, two, three… insertions at the end of a line in the middle."""
    at = text.index("return", len(text) // 2)
    at = text.index("\n", at)
    count = 0
    while True:
        count += 1
        yield text[:at] + inserted * count + text[at:]


def _time(step: str, rounds: int, run_once: Callable[[], object], target: float | None = None) -> Timing:
    run_once()
    times: list[float] = []
    for _ in range(rounds):
        start = time.perf_counter()
        run_once()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    return Timing(step, round(times[0], 2), round(times[int(0.95 * (rounds - 1))], 2), target)


def main() -> int:
    """Print the timings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    timings = run(arguments.rounds)
    if arguments.json:
        print(json.dumps([asdict(one) for one in timings], indent=1))
        return 0
    for one in timings:
        target = f"   target {one.target:g} ms" if one.target is not None else ""
        print(f"{one.step:46} best {one.best:7.2f} ms   p95 {one.p95:7.2f} ms{target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
