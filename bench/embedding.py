"""How fast the embedding worker is and what it takes, beside fastembed in the same process.

    python -m bench.embedding [--texts N] [--json]

Works on made-up texts in a throw-away home. `cpu` columns are CPU time of the computing process, which other work on
the machine does not distort; the others are wall time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from whylens.embed import wire
from whylens.embed.client import EmbedClient
from whylens.embed.offline import SETTINGS
from whylens.runtime.paths import home as home_folder

_SUBJECTS = [
    "the uploader",
    "the cache",
    "a session",
    "the parser",
    "every worker",
    "the index",
    "this endpoint",
]
_VERBS = ["retries", "keeps", "drops", "locks", "rewrites", "validates", "flushes", "reorders", "ignores"]
_OBJECTS = [
    "stale entries",
    "the quota of the tenant",
    "`config.toml`",
    "two rows",
    "the old protocol",
    "a null byte",
]
_REASONS = [
    "old clients read by position",
    "the disk fills up",
    "a lock is held",
    "tests depend on it",
    "it once failed",
]


def texts(count: int, seed: int = 7) -> list[str]:
    """Made-up statements of one to six sentences, as cards have them."""
    chance = random.Random(seed)

    def sentence() -> str:
        words = (chance.choice(each) for each in (_SUBJECTS, _VERBS, _OBJECTS, _REASONS))
        subject, verb, thing, reason = words
        return f"{subject.capitalize()} {verb} {thing} because {reason} ({chance.randrange(10_000)})."

    return [" ".join(sentence() for _ in range(chance.randint(1, 6))) for _ in range(count)]


def timed(work: Callable[[str], object], items: list[str]) -> list[float]:
    """The milliseconds each item takes."""
    taken: list[float] = []
    for item in items:
        started = time.perf_counter()
        work(item)
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def percentiles(milliseconds: list[float]) -> dict[str, float]:
    """Median and 95th percentile."""
    cuts = statistics.quantiles(milliseconds, n=20)
    return {"p50_ms": round(cuts[9], 2), "p95_ms": round(cuts[18], 2)}


def megabytes(process: psutil.Process) -> dict[str, float]:
    """Resident and private memory."""
    memory = process.memory_full_info()
    return {"resident_mb": round(memory.rss / 1e6), "private_mb": round(memory.uss / 1e6)}


def measure_worker(count: int) -> dict[str, object]:
    """The worker, through its client, as the server uses it."""
    with tempfile.TemporaryDirectory() as folder:
        home = home_folder(folder)
        first = _start(home)  # makes the model file
        start_again = _start(home)
        client = EmbedClient(home)
        client.embed_many(["warm"], timeout=60)
        process = _worker(home)
        queries = [text[:80] for text in texts(60, seed=1)]
        query = percentiles(timed(lambda text: client.embed_query(text, timeout=60), queries))
        before, started = sum(process.cpu_times()[:2]), time.perf_counter()
        client.embed_many(texts(count), timeout=600)
        bulk, cpu = time.perf_counter() - started, sum(process.cpu_times()[:2]) - before
        beside = _beside_bulk(client, count)
        busy = megabytes(process)
        client.count_tokens(["one"], timeout=60)
        counting = megabytes(process)
        time.sleep(3)
        result = {
            "first_start_s": first,
            "start_s": start_again,
            "query": query,
            "query_during_bulk": beside,
            "texts_per_s": round(count / bulk, 1),
            "texts_per_cpu_s": round(count / cpu, 1),
            "memory_busy": busy,
            "memory_with_token_ranks": counting,
            "memory_idle": megabytes(process),
        }
        client.close()
        process.wait(20)
        return result


def _start(home: Path) -> float:
    """Seconds from nothing to the first vector; the worker has ended again afterwards."""
    client = EmbedClient(home)
    started = time.perf_counter()
    client.embed_many(["first"], timeout=60)
    taken = time.perf_counter() - started
    process = _worker(home)
    client.close()
    process.wait(20)
    return round(taken, 2)


def _beside_bulk(client: EmbedClient, count: int) -> dict[str, float]:
    bulk = threading.Thread(target=lambda: client.embed_many(texts(count, seed=2), timeout=600))
    bulk.start()
    taken = timed(
        lambda text: client.embed_query(text, timeout=60), [text[:80] for text in texts(40, seed=3)]
    )
    bulk.join()
    return percentiles(taken)


def _worker(home: Path) -> psutil.Process:
    meeting = wire.read_meeting(wire.place_in(home))
    assert meeting is not None, "the worker has just answered"
    return psutil.Process(meeting.pid)


def measure_fastembed(count: int) -> dict[str, object]:
    """The same model through fastembed, loaded here as it comes; run in a process of its own."""
    started = time.perf_counter()
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    from whylens.embed import assets

    with tempfile.TemporaryDirectory() as folder:
        tokenizer = Path(folder, "tokenizer.json")
        tokenizer.write_bytes(assets.checked(assets.TOKENIZER).read_bytes())
        settings = {"model_max_length": assets.MODEL_TOKENS, "pad_token": "[PAD]"}
        Path(folder, "tokenizer_config.json").write_text(json.dumps(settings))
        TextEmbedding.add_custom_model(
            model="bundled",
            pooling=PoolingType.MEAN,
            normalization=True,
            dim=384,
            sources=ModelSource(url="file:///bundled"),
            model_file=str(assets.checked(assets.MODEL)),
        )
        model = TextEmbedding(
            "bundled",
            specific_model_path=folder,
            threads=1,
            providers=["CPUExecutionProvider"],
            enable_cpu_mem_arena=False,
            local_files_only=True,
            cache_dir=folder,
        )
        list(model.embed(["first"]))
        start = time.perf_counter() - started
        queries = [text[:80] for text in texts(60, seed=1)]
        query = percentiles(timed(lambda text: list(model.embed([text], batch_size=1)), queries))
        started, before = time.perf_counter(), time.process_time()
        list(model.embed(texts(count), batch_size=1))
        bulk, cpu = time.perf_counter() - started, time.process_time() - before
    return {
        "start_s": round(start, 2),
        "query": query,
        "texts_per_s": round(count / bulk, 1),
        "texts_per_cpu_s": round(count / cpu, 1),
        "memory_busy": megabytes(psutil.Process()),
    }


def main() -> int:
    """Measure both and print them side by side."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--texts", type=int, default=300, help="how many texts to embed in bulk")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--fastembed-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.fastembed_only:
        print(json.dumps(measure_fastembed(options.texts)))
        return 0
    os.environ.update(SETTINGS)  # fastembed loads onnxruntime, which reports home unless it was told not to
    apart = [sys.executable, "-m", "bench.embedding", "--fastembed-only", "--texts", str(options.texts)]
    done = subprocess.run(apart, capture_output=True, check=True)
    found = {"worker": measure_worker(options.texts), "fastembed": json.loads(done.stdout.splitlines()[-1])}
    if options.json:
        print(json.dumps(found, indent=2))
        return 0
    for name, values in found.items():
        print(name)
        for key, value in values.items():
            print(f"  {key:<24} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
