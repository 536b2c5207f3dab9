"""Speed of the store: capture to durable, and search at 100,000 made-up cards, beside bare SQLite on the same machine.

    python bench/store_speed.py [--cards N] [--folder DIR] [--cpu] [--json]

With `--folder` the filled memory is kept there and used again. Times are milliseconds, p50 and p95; with `--cpu`
of processor time, which a busy machine does not stretch.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import Any

from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.observation import Observation, Redacted
from whylens.model.source import SourceRef
from whylens.model.words import LIVE, Basis, Kind
from whylens.recall.terms import match_terms
from whylens.store.port import Filter, Lane
from whylens.store.rows import new_id
from whylens.store.store import SqliteStore

MODEL = "made-up"
DIMENSIONS = 384
OBSERVATIONS = 6000
QUESTIONS = 200
FILES = 2000

#: Made-up words with the frequencies of language: the n-th is 1/n as frequent as the first.
WORDS = [a + b for a in ("re", "un", "ca", "lo", "mi", "pa", "so", "te", "vi", "zu") for b in (
    "che", "lock", "que", "parse", "write", "flush", "bound", "limit", "order", "fetch", "merge", "split", "token",
    "frame", "index", "table", "graph", "batch", "route", "proxy",
)] + [f"{word}{i}" for i in range(40) for word in ("handler", "module", "client", "worker", "session", "buffer",
    "config", "schema", "stream", "socket")] + [f"rare{i}" for i in range(5000)]  # fmt: skip
FILE_WEIGHTS = [1 / (rank + 20) for rank in range(FILES)]
WEIGHTS = [1 / (rank + 10) for rank in range(len(WORDS))]

clock: Callable[[], float] = time.perf_counter


class Making:
    """Makes cards and questions, the same ones each time."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def text(self, words: int) -> str:
        return " ".join(self._random.choices(WORDS, WEIGHTS, k=words))

    def path(self) -> str:
        [number] = self._random.choices(range(FILES), FILE_WEIGHTS)
        return f"src/part{number % 40}/module_{number}.py"

    def card(self, number: int) -> Card:
        files = tuple(dict.fromkeys(self.path() for _ in range(self._random.randint(1, 5))))
        symbols = tuple(
            f"Class{self._random.randrange(900)}.method_{self._random.randrange(40)}" for _ in range(2)
        )
        anchor = Anchor(files[0], tuple(symbols[0].split(".")), "method", "a" * 16, "b" * 16,
                        tuple(self._random.getrandbits(32) for _ in range(30)), line=number % 400 + 1)  # fmt: skip
        commit = new_id(f"commit {number}")
        return Card(
            id=new_id(f"card {number}"), handle="", namespace="", kind=self._random.choice(list(Kind)),
            summary=self.text(14), details=self.text(40), rationale=self.text(12), evidence=self.text(25),
            files=files, symbols=symbols, anchors=(anchor,),
            sources=(SourceRef(Basis.COMMIT, commit, title=self.text(8)),),
            created_at=1e9 + number,
        )  # fmt: skip

    def observation(self, number: int) -> Observation:
        source = SourceRef(Basis.COMMIT, new_id(f"commit {number}"), title=self.text(8), at=1e9 + number)
        return Observation(source, source.locator, Redacted(self.text(90)), files=(self.path(),))


def main() -> int:
    global clock
    arguments = _arguments()
    clock = time.process_time if arguments.cpu else time.perf_counter
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="whylens-bench-"))
    figures: dict[str, Any] = {"sqlite": sqlite3.sqlite_version, "cards": arguments.cards}
    figures |= _capture(folder / "capture")
    with SqliteStore.open(folder / f"cards-{arguments.cards}") as store:
        figures |= _filled(store, arguments.cards)
        figures |= _search(store, folder / f"cards-{arguments.cards}")
    if arguments.folder is None:
        shutil.rmtree(folder)
    _show(figures, as_json=arguments.json)
    return 0


def _capture(folder: Path) -> dict[str, Any]:
    """Observations a second until all are committed: bare SQLite, the capture lane, and one save by the user."""
    shutil.rmtree(folder, ignore_errors=True)
    made = [Making(1).observation(i) for i in range(OBSERVATIONS)]
    bare = _bare_inserts(folder, made)
    with SqliteStore.open(folder) as store:
        started = clock()
        waiting: list[Future[Any]] = []
        for observation in made:
            waiting.append(store.archive([observation]))
            if len(waiting) >= 500:  # a source waits for its own writes; the lane holds 1,000
                wait(waiting)
                waiting.clear()
        wait(waiting)
        rate = OBSERVATIONS / (clock() - started)
        kept = store.stats()["observations"]
        making = Making(2)
        user = _times(lambda i: store.save([making.card(i)], lane=Lane.USER).result(), range(100))
        single = _times(lambda i: store.save([making.card(1000 + i)]).result(), range(100))
    if kept != len(made):
        raise SystemExit(f"{len(made)} observations were acknowledged, {kept} are there")
    return {
        "observations/s, bare SQLite (64 a transaction)": round(bare),
        "observations/s to durable (target 2000)": round(rate),
        "save of one card, capture": single,
        "save of one card, user (synced to disk)": user,
    }


def _bare_inserts(folder: Path, made: list[Observation]) -> float:
    folder.mkdir(parents=True)
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("CREATE TABLE observation (id INTEGER PRIMARY KEY, locator TEXT UNIQUE, text TEXT)")
    started = clock()
    for start in range(0, len(made), 64):
        connection.execute("BEGIN IMMEDIATE")
        for observation in made[start : start + 64]:
            connection.execute(
                "INSERT INTO observation (locator, text) VALUES (?, ?)",
                (observation.subject, str(observation.text)),
            )
        connection.execute("COMMIT")
    rate = len(made) / (clock() - started)
    connection.close()
    return rate


def _filled(store: SqliteStore, count: int) -> dict[str, Any]:
    """Fill the store up to `count` cards with vectors and the index."""
    import numpy

    present = store.counts().total
    if present >= count * 0.99:  # each run forgets a card
        return {}
    making, source = Making(3), numpy.random.default_rng(3)
    started = clock()
    for start in range(0, count, 500):
        store.save([making.card(i) for i in range(start, min(count, start + 500))]).result()
    filled = clock()
    for start in range(0, count, 500):
        ids = [new_id(f"card {i}") for i in range(start, min(count, start + 500))]
        vectors = _like_language(source, len(ids))
        store.put_vectors(
            MODEL, dict(zip(ids, (vector.tobytes() for vector in vectors), strict=True))
        ).result()
    kept = clock()
    store.maintain()
    return {
        "cards/s saved (500 a write)": round(count / (filled - started)),
        "vectors/s kept": round(count / (kept - filled)),
        "upkeep with index and backup, s": round(clock() - kept, 1),
    }


def _like_language(source: Any, count: int) -> Any:
    """Vectors in clusters, as sentences have."""
    import numpy

    centres = numpy.random.default_rng(9).standard_normal((400, DIMENSIONS)).astype(numpy.float32)
    chosen = centres[source.integers(0, len(centres), count)]
    return (chosen + 0.8 * source.standard_normal((count, DIMENSIONS))).astype(numpy.float32)


def _search(store: SqliteStore, folder: Path) -> dict[str, Any]:
    import numpy

    making, live = Making(4), Filter(statuses=LIVE)
    older = Filter(before=1e9 + store.counts().total / 2)
    questions = [match_terms(making.text(10)) for _ in range(QUESTIONS)]
    long_questions = [match_terms(making.text(60)) for _ in range(QUESTIONS // 4)]
    paths = [making.path() for _ in range(QUESTIONS)]
    vectors = _like_language(numpy.random.default_rng(5), QUESTIONS)
    cards = [card.id for card in store.find(limit=5000)]
    samples = [random.Random(i).sample(cards, 100) for i in range(QUESTIONS)]
    store.nearest(vectors[0].tobytes(), model_id=MODEL, deadline=None)

    def nearest(i: int, **more: Any) -> Any:
        return store.nearest(vectors[i].tobytes(), model_id=MODEL, limit=50, deadline=None, **more)

    figures: dict[str, Any] = {
        "match, bare FTS5 (10 words, ids of 100)": _bare_match(folder, questions),
        "match (10 words, 100 cards)": _times(
            lambda i: store.match(questions[i], where=live, deadline=None), range(QUESTIONS)
        ),
        "match (60 words)": _times(lambda i: store.match(long_questions[i], deadline=None), range(len(long_questions))),
        "match, older than the middle": _times(
            lambda i: store.match(questions[i], where=older, deadline=None), range(QUESTIONS)
        ),
        "get_many (100)": _times(lambda i: store.get_many(samples[i], deadline=None), range(QUESTIONS)),
        "anchored": _times(lambda i: store.anchored(paths[i], live, deadline=None), range(QUESTIONS)),
        "by_files (5)": _times(lambda i: store.by_files(paths[i : i + 5], where=live, deadline=None), range(QUESTIONS)),
        "recent (50)": _times(lambda i: store.recent(50, live, deadline=None), range(QUESTIONS)),
        "get": _times(lambda i: store.get(cards[i]), range(QUESTIONS)),
        "counts": _times(lambda _: store.counts(), range(10)),
        "anchored_paths": _times(lambda _: store.anchored_paths(live), range(5)),
        "missing_vectors": _times(lambda _: store.missing_vectors(MODEL, limit=32), range(5)),
        "data_version": _times(lambda _: store.data_version(), range(QUESTIONS)),
        "nearest (50)": _times(nearest, range(QUESTIONS)),
        "nearest, older than the middle": _times(lambda i: nearest(i, where=older), range(QUESTIONS)),
    }  # fmt: skip
    figures["nearest, share of the true 10 found"] = _agreement(store, vectors)
    figures["private memory of a process that asks all this, MB"] = _memory(folder)
    figures["bytes"] = store.stats()["bytes"]
    figures["forget one card, s"] = round(_times(lambda i: store.forget([cards[i]]), range(1))[0] / 1000, 1)
    return figures


def _memory(folder: Path) -> int:
    """Private memory (USS) of a process that has done nothing but ask a few hundred questions of the store."""
    code = (
        "import psutil, sys; from pathlib import Path; from bench.store_speed import MODEL, DIMENSIONS, Making\n"
        "from whylens.recall.terms import match_terms; from whylens.store.store import SqliteStore\n"
        "making, store = Making(7), SqliteStore.open(Path(sys.argv[1]))\n"
        "for i in range(150):\n"
        "    ids = [match.card_id for match in store.match(match_terms(making.text(10)), deadline=None)]\n"
        "    store.get_many(ids, deadline=None); store.anchored(making.path(), deadline=None)\n"
        "    store.nearest([((i * j) % 17) - 8.0 for j in range(DIMENSIONS)], model_id=MODEL, deadline=None)\n"
        "print(psutil.Process().memory_full_info().uss)\n"
    )
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=root, capture_output=True, text=True, check=True
    )
    return round(int(done.stdout) / 1e6)


def _bare_match(folder: Path, questions: list[list[str]]) -> tuple[float, float]:
    connection = sqlite3.connect(folder / "memory.db")
    statement = "SELECT rowid FROM card_text WHERE card_text MATCH ? ORDER BY rank LIMIT 100"

    def ask(i: int) -> Any:
        return connection.execute(statement, (" OR ".join(f'"{term}"' for term in questions[i]),)).fetchall()

    times = _times(ask, range(len(questions)))
    connection.close()
    return times


def _agreement(store: SqliteStore, vectors: Any) -> float:
    """How many of the ten nearest an exact comparison finds are found, on average."""
    import numpy

    with store._readers.snapshot() as connection:
        rows = connection.execute(
            "SELECT card.id, vector FROM embedding JOIN card ON card.number = card"
        ).fetchall()
    ids = [id_ for id_, _ in rows]
    matrix = numpy.frombuffer(b"".join(vector for _, vector in rows), dtype="<f2").reshape(len(rows), -1)
    asked = vectors[:50] / numpy.linalg.norm(vectors[:50], axis=1, keepdims=True)
    scores = numpy.concatenate(
        [matrix[at : at + 4096].astype(numpy.float32) @ asked.T for at in range(0, len(rows), 4096)]
    )
    shares: list[float] = []
    for i in range(len(asked)):
        true = {ids[at] for at in numpy.argpartition(-scores[:, i], 10)[:10].tolist()}
        found = {
            hit.card_id for hit in store.nearest(asked[i].tobytes(), model_id=MODEL, limit=10, deadline=None)
        }
        shares.append(len(true & found) / 10)
    return round(statistics.mean(shares), 3)


def _times(ask: Callable[[int], Any], numbers: Iterable[int]) -> tuple[float, float]:
    """p50 and p95 of `ask`, in milliseconds."""
    spent = sorted(_each(ask, numbers))
    return round(spent[len(spent) // 2], 2), round(spent[min(len(spent) - 1, len(spent) * 95 // 100)], 2)


def _each(ask: Callable[[int], Any], numbers: Iterable[int]) -> Iterator[float]:
    for number in numbers:
        started = clock()
        ask(number)
        yield (clock() - started) * 1000


def _show(figures: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:50} {value if not isinstance(value, tuple) else f'{value[0]:>9} {value[1]:>9}'}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--cpu", action="store_true", help="processor time instead of the clock on the wall")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
