"""What a user waits for, over standard streams, beside a bare pygls server that returns an answer made beforehand.

    python bench/lsp_latency.py [--cards N] [--folder DIR] [--rounds N] [--typing SECONDS] [--json]

A memory of N made-up cards (100,000), a file of 5,000 lines with 200 anchored cards. Hovers and lenses alternate
between the two servers, so that a busy machine slows both. `--folder` keeps the memory for the next run.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil

from bench.lsp_client import LspClient
from bench.store_speed import Making
from whylens.anchor.make import make_anchor
from whylens.anchor.symbols import outline
from whylens.model.card import Card
from whylens.model.words import Kind, Status
from whylens.runtime.paths import project_folder
from whylens.runtime.project import find_project
from whylens.store.rows import new_id
from whylens.store.store import SqliteStore

FUNCTIONS, LINES, ANCHORED = 500, 5_000, 200
KINDS = (Kind.ISSUE, Kind.DECISION, Kind.CONSTRAINT, Kind.FAILED_APPROACH, Kind.FACT)
BARE = Path(__file__).with_name("bare_server.py")


def main() -> int:
    """Prepare, measure, print."""
    arguments = _arguments()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="whylens-lsp-"))
    file = _prepare(folder, arguments.cards)
    try:
        figures = _measure(folder, file, arguments)
    finally:
        if arguments.folder is None:
            shutil.rmtree(folder, ignore_errors=True)
    _show(figures, as_json=arguments.json)
    return 0


# -- a memory and a file -----------------------------------------------------------------------------------------


def _prepare(folder: Path, cards: int) -> Path:
    """A project with one file and a memory of *cards* cards; both are used again when they are there."""
    file = folder / "project" / "src" / "long.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_source(), encoding="utf-8")
    project = find_project(folder / "project")
    with SqliteStore.open(project_folder(folder / "home", project.key)) as store:
        if store.counts().total < cards + ANCHORED:
            _fill(store, cards)
    return file


def _fill(store: SqliteStore, cards: int) -> None:
    making, text = Making(7), _source()
    symbols = outline(text, "python")
    for start in range(0, cards, 500):
        store.save([making.card(number) for number in range(start, min(cards, start + 500))]).result()
    store.save(
        [_anchored(making.card(cards + number), number, text, symbols) for number in range(ANCHORED)]
    ).result()
    store.maintain()


def _anchored(card: Card, number: int, text: str, symbols: Any) -> Card:
    """A card at every other function; each tenth function has several."""
    line = (number * 2 % FUNCTIONS if number < ANCHORED * 9 // 10 else number % 10 * 2) * (
        LINES // FUNCTIONS
    ) + 1
    anchor = make_anchor("src/long.py", text, line=line, outline=symbols)
    kind = KINDS[number % len(KINDS)]
    return replace(
        card, id=new_id(f"anchored {number}"), kind=kind, status=Status.ACTIVE, files=("src/long.py",),
        symbols=(anchor.symbol_text,), anchors=(anchor,), confidence=0.8, valid_from=card.created_at,
    )  # fmt: skip


def _source() -> str:
    body = "".join(f"    total += first * {line} - second\n" for line in range(LINES // FUNCTIONS - 4))
    return "".join(
        f"def compute_{number}(first, second):\n    total = {number}\n{body}    return total\n\n"
        for number in range(FUNCTIONS)
    )


# -- measuring ---------------------------------------------------------------------------------------------------


def _measure(folder: Path, file: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    ours_command = [
        sys.executable,
        "-m",
        "whylens",
        "serve",
        "--home",
        str(folder / "home"),
        "--log-level",
        "error",
    ]
    answers = folder / "answers.json"
    ours, uri = _ready(ours_command, folder / "project", file, text)
    answers.write_text(json.dumps(_answers(ours, uri)), encoding="utf-8")
    bare_command = [sys.executable, str(BARE), str(answers)]
    bare = LspClient(bare_command, folder / "project")
    bare.open(file, text)
    figures: dict[str, Any] = {"cards": arguments.cards}
    figures |= _round_trips(ours, bare, uri, arguments.rounds)
    figures |= _resources(ours)
    figures |= {
        "typing": _typing(ours, uri, arguments.typing),
        "typing, bare": _typing(bare, uri, arguments.typing / 2),
    }
    for client in (ours, bare):
        client.end()
    figures["initialize"] = _starts(ours_command, bare_command, folder / "project", arguments.starts)
    return figures


def _ready(command: Sequence[str], root: Path, file: Path, text: str) -> tuple[LspClient, str]:
    client = LspClient(command, root)
    uri = client.open(file, text)
    client.until(lambda: client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}))
    return client, uri


def _answers(client: LspClient, uri: str) -> dict[str, Any]:
    hover = client.request("textDocument/hover", _place(uri, 0))
    lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
    return {"hover": hover["contents"]["value"], "lenses": lenses}


def _place(uri: str, number: int) -> dict[str, Any]:
    return {
        "textDocument": {"uri": uri},
        "position": {"line": number * 2 * (LINES // FUNCTIONS), "character": 6},
    }


def _round_trips(ours: LspClient, bare: LspClient, uri: str, rounds: int) -> dict[str, Any]:
    times: dict[str, list[float]] = {name: [] for name in ("hover", "hover, bare", "lens", "lens, bare")}
    lens = {"textDocument": {"uri": uri}}
    for number in range(rounds + 20):
        for name, client in (("", ours), (", bare", bare)):
            times["hover" + name].append(client.timed("textDocument/hover", _place(uri, number % 10)))
            times["lens" + name].append(client.timed("textDocument/codeLens", lens))
        time.sleep(0.002)
    spread = {name: _spread(values[20:]) for name, values in times.items()}
    return {
        kind: {**spread[kind], "bare": spread[f"{kind}, bare"], "ratio": _ratio(spread, kind)}
        for kind in ("hover", "lens")
    }


def _ratio(spread: dict[str, dict[str, float]], kind: str) -> float:
    return round(spread[kind]["p95"] / spread[f"{kind}, bare"]["p95"], 2)


def _typing(client: LspClient, uri: str, seconds: float) -> dict[str, Any]:
    """A hundred changes a second, and after each how long something trivial takes to be answered."""
    range_ = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    trivial = {"range": range_, "command": {"title": "x", "command": "x"}}
    lenses = len(client.request("textDocument/codeLens", {"textDocument": {"uri": uri}}))
    waits: list[float] = []
    missing = late = 0
    started = time.perf_counter()
    for number in range(int(seconds * 100)):
        at = {"line": LINES // 2 + 2, "character": 4 + number % 40}
        change = {"range": {"start": at, "end": at}, "text": "x" if number % 45 else "\n    "}
        client.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": number + 2}, "contentChanges": [change]},
        )
        waits.append(client.timed("codeLens/resolve", trivial))
        if number % 10 == 9:
            shown = client.request("textDocument/codeLens", {"textDocument": {"uri": uri}})
            missing += len(shown) < lenses
        left = started + (number + 1) / 100 - time.perf_counter()
        late += left < -0.1
        time.sleep(max(0.0, left))
    return {
        **_spread(waits),
        "max": round(max(waits), 2),
        "lists with a lens missing": missing,
        "changes sent late": late,
    }


def _resources(client: LspClient) -> dict[str, Any]:
    """Memory of the server and its children, and what it uses while nobody does anything."""
    time.sleep(2.0)
    process = psutil.Process(client.process.pid)
    before = sum(process.cpu_times()[:2])
    time.sleep(10.0)
    busy = sum(process.cpu_times()[:2]) - before
    children = [round(each.memory_full_info().uss / 1e6) for each in process.children(recursive=True)]
    return {
        "memory USS, MB": round(process.memory_full_info().uss / 1e6),
        "children, MB": children,
        "idle CPU, %": round(busy * 10, 2),
    }


def _starts(ours: Sequence[str], bare: Sequence[str], root: Path, count: int) -> dict[str, Any]:
    """Seconds from starting the process to the answer of `initialize`, taking turns."""
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(count):
        for name, command in (("ours", ours), ("bare", bare)):
            client = LspClient(command, root)
            times[name].append(client.initialize_seconds)
            client.end()
    medians = {name: round(statistics.median(values), 3) for name, values in times.items()}
    return {**medians, "ratio": round(medians["ours"] / medians["bare"], 2)}


def _spread(values: Sequence[float]) -> dict[str, float]:
    ordered = sorted(values)
    return {"p50": round(ordered[len(ordered) // 2], 2), "p95": round(ordered[len(ordered) * 95 // 100], 2)}


def _show(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(figures))
        return
    print(
        f"{figures['cards']:,} cards; a file of {LINES:,} lines with {ANCHORED} anchored cards; milliseconds"
    )
    for kind in ("hover", "lens"):
        one = figures[kind]
        print(f"{kind:12} p50 {one['p50']:6}  p95 {one['p95']:6}   bare {one['bare']['p50']} / {one['bare']['p95']}   "
              f"ratio of p95 {one['ratio']} (target ≤ 3, and ≤ 15 ms)")  # fmt: skip
    for name in ("typing", "typing, bare"):
        one = figures[name]
        print(
            f"{name:12} p50 {one['p50']:6}  p95 {one['p95']:6}   max {one['max']} (target: no stall over 20)"
        )
        missing, late = one["lists with a lens missing"], one["changes sent late"]
        print(f"{'':12} lists with a lens missing {missing}, changes sent late {late}")
    start = figures["initialize"]
    print(f"initialize   {start['ours']} s   bare {start['bare']} s   ratio {start['ratio']} (target ≤ 1.5)")
    print(f"memory       {figures['memory USS, MB']} MB USS (target ≤ 150), children {figures['children, MB']}   "
          f"idle {figures['idle CPU, %']} % (target < 0.5)")  # fmt: skip


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--folder", type=Path, help="keep the memory here and use it again")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--typing", type=float, default=10.0, help="seconds")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
