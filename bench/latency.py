"""What a question to the memory costs at each size: recall in process, `whylens/context` over standard streams.

    python -m bench.latency [--cards N …] [--long] [--rounds N] [--folder DIR] [--json]

Memories of 1,000, 10,000 and 100,000 made-up cards (a million with `--long`: an hour and 10 GB), their vectors in
clusters as those of sentences are. Every question is new, so that its embedding is paid for. A bare pygls server that
returns an answer of the same size made beforehand takes turns with ours, so that a busy machine slows both; of recall
the processor time of the process is told too (p50, without the embedding worker's), which it does not stretch. Then the
search by meaning alone: as the store does it, by an exact comparison, and by the index, with how many of the true ten
nearest each finds, without a filter and with ones that let few cards through. `--folder` keeps the memories.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy

from bench.lsp_client import LspClient
from bench.store_speed import DIMENSIONS, Making
from whylens.app import open_memory
from whylens.embed.assets import BUNDLED_ID
from whylens.memory import Memory
from whylens.model.recall import Query, Recalled
from whylens.model.words import LIVE, Kind
from whylens.runtime.paths import project_folder
from whylens.runtime.project import find_project
from whylens.store import vector_search
from whylens.store.port import ANY, Filter
from whylens.store.rows import new_id
from whylens.store.store import SqliteStore

SIZES, LONG = (1_000, 10_000, 100_000), 1_000_000
BARE = Path(__file__).with_name("bare_server.py")
#: As the product asks (`lsp/features/context.py`).
DEADLINE = 0.4
WARMING, LIMIT, TRUE = 20, 120, 10
PAGE = 500
CLUSTERS, SPREAD = 400, 0.8

Figures = dict[str, Any]


def main() -> int:
    """Measure each size and print it as soon as it is known."""
    arguments = _arguments()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="whylens-latency-"))
    sizes = [*(arguments.cards or SIZES), *([LONG] if arguments.long else [])]
    try:
        figures = {size: _measured(folder / str(size), size, arguments) for size in sizes}
    finally:
        if arguments.folder is None:
            shutil.rmtree(folder, ignore_errors=True)
    if arguments.json:
        print(json.dumps(figures))
    return 0


def _measured(folder: Path, cards: int, arguments: argparse.Namespace) -> Figures:
    file = _prepare(folder, cards)
    figures = {
        "recall": _recalls(folder, cards, arguments.rounds),
        "context": _contexts(folder, file, arguments.rounds),
        "nearest": _searches(folder, cards, arguments.rounds),
    }
    if not arguments.json:
        _show(cards, figures)
    return figures


# -- a memory ----------------------------------------------------------------------------------------------------


def _prepare(folder: Path, cards: int) -> Path:
    """A project of one file with a memory of *cards* cards, vectors and index; what is there is used again."""
    file = folder / "project" / Making(4).path()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"def method_{n}():\n    return {n}\n\n\n" for n in range(40)), encoding="utf-8")
    with _store(folder) as store:
        if store.vectors_made(BUNDLED_ID, deadline=None)[0] < cards:
            _fill(store, cards)
        while store.maintain()["done"]:
            pass
    return file


def _fill(store: SqliteStore, cards: int) -> None:
    making, chance = Making(3), numpy.random.default_rng(3)
    for start in range(0, cards, PAGE):
        made = [making.card(number) for number in range(start, min(cards, start + PAGE))]
        store.save(made).result()
        vectors = (vector.tobytes() for vector in clustered(chance, len(made)))
        ids = [new_id(f"card {start + number}") for number in range(len(made))]
        store.put_vectors(BUNDLED_ID, dict(zip(ids, vectors, strict=True))).result()


def clustered(chance: numpy.random.Generator, count: int) -> numpy.ndarray:
    """*count* vectors in clusters; the same clusters each time."""
    centres = numpy.random.default_rng(9).standard_normal((CLUSTERS, DIMENSIONS)).astype(numpy.float32)
    chosen = centres[chance.integers(0, CLUSTERS, count)]
    return (chosen + SPREAD * chance.standard_normal((count, DIMENSIONS))).astype(numpy.float32)


def _store(folder: Path) -> SqliteStore:
    return SqliteStore.open(project_folder(folder / "home", find_project(folder / "project").key))


# -- questions ---------------------------------------------------------------------------------------------------


def _recalls(folder: Path, cards: int, rounds: int) -> Figures:
    """Recall in process, by what is asked: everything, without vectors, and through filters."""
    making = Making(5)
    middle, first = 1e9 + cards / 2, 1e9 + cards / 50
    asking: dict[str, Callable[[], Query]] = {
        "words and meaning": lambda: Query(making.text(10)),
        "with a file and a symbol": lambda: _placed(making),
        "of one kind": lambda: Query(making.text(10), kinds=frozenset({Kind.DECISION})),
        "older than the middle": lambda: Query(making.text(10), before=middle),
        "among the oldest 2 %": lambda: Query(making.text(10), before=first),
    }
    figures: Figures = {}
    with_vectors = open_memory(folder / "project", home=folder / "home")
    without = open_memory(folder / "project", home=folder / "home", embeddings=False)
    try:
        with_vectors.recall(Query(making.text(10)), deadline=30.0)  # the worker starts
        for name, ask in asking.items():
            figures[name] = _asked(with_vectors, ask, rounds)
        figures["words alone"] = _asked(without, asking["words and meaning"], rounds)
    finally:
        with_vectors.close()
        without.close()
    return figures


def _placed(making: Making) -> Query:
    return Query(making.text(10), files=(making.path(),), symbols=("method_3",))


def _asked(memory: Memory, ask: Callable[[], Query], rounds: int) -> Figures:
    found: list[Recalled] = []
    used: list[float] = []
    for _ in range(WARMING + rounds):
        query, before = ask(), time.process_time()
        found.append(memory.recall(query, deadline=DEADLINE))
        used.append((time.process_time() - before) * 1000)
    degraded = sum(bool(each.degraded) for each in found[WARMING:])
    times = spread([each.ms for each in found[WARMING:]])
    return {**times, "processor": spread(used[WARMING:])["p50"], "degraded": degraded}


def _contexts(folder: Path, file: Path, rounds: int) -> Figures:
    """`whylens/context` at a function with a task, and a bare server's answer of the same size."""
    text, making, answers = file.read_text(encoding="utf-8"), Making(6), folder / "answers.json"
    command = [
        sys.executable,
        "-m",
        "whylens",
        "serve",
        "--home",
        str(folder / "home"),
        "--log-level",
        "error",
    ]
    ours = LspClient(command, folder / "project")
    uri = ours.open(file, text)

    def params() -> dict[str, Any]:
        place = {"textDocument": {"uri": uri}, "position": {"line": 12, "character": 6}}
        return {**place, "task": making.text(10)}

    ours.until(lambda: not ours.request("whylens/context", params())["degraded"])
    answers.write_text(
        json.dumps({"hover": "", "lenses": [], "context": ours.request("whylens/context", params())})
    )
    bare = LspClient([sys.executable, str(BARE), str(answers)], folder / "project")
    bare.open(file, text)
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    degraded = 0
    for _ in range(WARMING + rounds):
        asked = params()
        started = time.perf_counter()
        degraded += bool(ours.request("whylens/context", asked)["degraded"])
        times["ours"].append((time.perf_counter() - started) * 1000)
        times["bare"].append(bare.timed("whylens/context", asked))
    for client in (ours, bare):
        client.end()
    measured = {name: spread(values[WARMING:]) for name, values in times.items()}
    return {
        **measured,
        "degraded": degraded,
        "ratio of p95": round(measured["ours"]["p95"] / measured["bare"]["p95"], 1),
    }


# -- search by meaning -------------------------------------------------------------------------------------------


def _searches(folder: Path, cards: int, rounds: int) -> Figures:
    """The nearest cards: as the store finds them, and compared one by one, under each filter."""
    asked = clustered(numpy.random.default_rng(5), rounds)
    filters = {
        "no filter": ANY,
        "live": Filter(statuses=LIVE),
        "of one kind": Filter(kinds=frozenset({Kind.DECISION})),
        "among the oldest 2 %": Filter(before=1e9 + cards / 50),
    }
    with _store(folder) as store:
        ids, matrix, exact_ms = _exact(store, asked)
        figures: Figures = {"compared one by one": exact_ms, "indexed": _is_indexed(store)}
        for name, where in filters.items():
            figures[name] = _nearest(store, where, asked, ids, matrix)
    return figures


def _exact(store: SqliteStore, asked: numpy.ndarray) -> tuple[list[str], numpy.ndarray, Figures]:
    """Ids and unit vectors of all cards, and the time to find the nearest by comparing all (read beforehand)."""
    with store._readers.snapshot() as connection:
        rows = connection.execute(
            "SELECT card.id, vector FROM embedding JOIN card ON card.number = card"
        ).fetchall()
    matrix = numpy.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2").reshape(len(rows), -1)
    matrix = matrix.astype(numpy.float32)
    times = _timed(
        lambda vector: numpy.argpartition(-(matrix @ vector), min(LIMIT, len(matrix) - 1))[:LIMIT], asked
    )
    return [id_ for id_, _ in rows], matrix, spread(times)


def _is_indexed(store: SqliteStore) -> bool:
    search = store._searches.get(BUNDLED_ID)
    if search is None:
        store.nearest(
            clustered(numpy.random.default_rng(1), 1)[0].tobytes(), model_id=BUNDLED_ID, deadline=None
        )
        search = store._searches[BUNDLED_ID]
    return isinstance(search, vector_search.VectorSearch) and search._index is not None


def _nearest(
    store: SqliteStore, where: Filter, asked: numpy.ndarray, ids: Sequence[str], matrix: numpy.ndarray
) -> Figures:
    admitted = {card.id for card in store.find(where, limit=10**7)} if where != ANY else set(ids)
    rows = numpy.array([row for row, id_ in enumerate(ids) if id_ in admitted])

    def find(vector: numpy.ndarray, limit: int) -> list[str]:
        found = store.nearest(vector.tobytes(), model_id=BUNDLED_ID, limit=limit, where=where, deadline=None)
        return [each.card_id for each in found]

    shares: list[float] = []
    for vector in asked[:50]:
        true = rows[numpy.argsort(-(matrix[rows] @ vector))[:TRUE]]
        shares.append(len({ids[row] for row in true} & set(find(vector, TRUE))) / min(TRUE, len(rows)))
    return {
        **spread(_timed(lambda vector: find(vector, LIMIT), asked)),
        "of the true ten": round(fmean(shares), 3),
    }


def _timed(find: Callable[[numpy.ndarray], Any], asked: Iterable[numpy.ndarray]) -> list[float]:
    times: list[float] = []
    for vector in asked:
        started = time.perf_counter()
        find(vector)
        times.append((time.perf_counter() - started) * 1000)
    return times


def spread(milliseconds: Sequence[float]) -> Figures:
    """p50, p95 and p99, in milliseconds."""
    ordered = sorted(milliseconds)
    return {
        f"p{share}": round(ordered[min(len(ordered) - 1, len(ordered) * share // 100)], 2)
        for share in (50, 95, 99)
    }


# -- printing ----------------------------------------------------------------------------------------------------


def _show(cards: int, figures: Figures) -> None:
    print(f"\n{cards:,} cards; milliseconds{'p50':>24}{'p95':>10}{'p99':>10}")
    for name, row in figures["recall"].items():
        note = f", {row['degraded']} degraded" if row["degraded"] else ""
        _show_row(f"recall, {name}", row, f"{row['processor']} of processor time{note}")
    context = figures["context"]
    note = f"p95 {context['ratio of p95']} x bare" + (
        f", {context['degraded']} degraded" if context["degraded"] else ""
    )
    _show_row("whylens/context", context["ours"], note)
    _show_row("bare pygls, as large an answer", context["bare"])
    nearest = figures["nearest"]
    _show_row("nearest, compared one by one", nearest["compared one by one"])
    for name in (name for name in nearest if name not in ("compared one by one", "indexed")):
        used = "by the index" if nearest["indexed"] else "exactly"
        _show_row(
            f"nearest, {name}", nearest[name], f"{nearest[name]['of the true ten']} of the true ten, {used}"
        )
    sys.stdout.flush()


def _show_row(name: str, row: Figures, note: str = "") -> None:
    print(f"  {name:40}" + "".join(f"{row[each]:10.2f}" for each in ("p50", "p95", "p99")) + f"  {note}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cards", type=int, nargs="+", help="these sizes only")
    parser.add_argument("--long", action="store_true", help="a million cards too")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--folder", type=Path, help="keep the memories here and use them again")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
