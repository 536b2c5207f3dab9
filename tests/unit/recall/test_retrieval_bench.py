import json
import math
from pathlib import Path

import pytest

from bench.retrieval import run
from bench.retrieval_baselines import BASELINES, baseline
from bench.retrieval_data import Question, load
from bench.retrieval_score import MEASURES, measure, score

DAY = 86_400.0
MEMORIES = [
    (
        "m1",
        "uploads: retry twice with backoff",
        "The proxy drops the third attempt.",
        ["up/load.py"],
        ["send"],
    ),
    ("m2", "parser: accept trailing commas", "Old exports have them.", ["parse/json.py"], ["parse"]),
    ("m3", "docs: spelling", "", ["README.md"], []),
]


def question(**grades: int) -> Question:
    return Question("q", "toy", 9.0, "text", "text", (), (), "fixes", 0.5, grades)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "memory_retrieval"
    folder.mkdir()
    memories = [
        {
            "id": id_,
            "project": "toy",
            "ts": DAY * number,
            "source": "commit",
            "title": title,
            "text": text,
            "files": files,
            "symbols": symbols,
        }
        for number, (id_, title, text, files, symbols) in enumerate(MEMORIES, 1)
    ]
    asked = {
        "id": "q1",
        "project": "toy",
        "ts": DAY * 9,
        "text": "stop retrying uploads",
        "files": ["up/load.py"],
        "symbols": ["send"],
        "relevant": {"m1": 2},
    }
    for name, lines in (("memories", memories), ("queries", [asked])):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")
    return tmp_path


def test_the_first_direct_answer_makes_the_reciprocal_rank() -> None:
    assert measure(question(a=2), ["x", "a"])[0] == 0.5
    assert measure(question(a=2), ["x"] * 20 + ["a"])[0] == 0.5
    assert measure(question(a=2), [f"x{n}" for n in range(10)] + ["a"])[0] == 0.0


def test_answers_at_one_remove_are_neither_right_nor_wrong_for_rank_and_recall() -> None:
    mrr, first, *_ = measure(question(a=2, b=1), ["b", "a"])
    assert (mrr, first) == (1.0, 1.0)


def test_gains_are_three_for_direct_and_one_at_one_remove() -> None:
    ndcg = measure(question(a=2, b=1), ["b", "a"])[MEASURES.index("nDCG@10")]
    assert math.isclose(ndcg, (1 + 3 / math.log2(3)) / (3 + 1 / math.log2(3)))


def test_recall_is_of_as_many_as_could_be_found() -> None:
    row = dict(zip(MEASURES, measure(question(a=2, b=2), ["a", "x", "b"]), strict=True))
    assert (row["R@1"], row["R@5"]) == (1.0, 1.0)


def test_macro_means_are_over_projects() -> None:
    one = question(a=2)
    many = [Question(f"p{n}", "other", 9.0, "t", "t", (), (), "fixes", 0.5, {"a": 2}) for n in range(3)]
    report = score([one, *many], {"q": ["a"]})
    assert report["micro"]["MRR@10"] == 0.25  # type: ignore[index]
    assert report["macro"]["MRR@10"] == 0.5  # type: ignore[index]


@pytest.mark.parametrize("name", BASELINES)
def test_every_baseline_ranks_only_older_memories_of_the_project(name: str, data: Path) -> None:
    loaded = load(data / "memory_retrieval")
    assert set(baseline(name, loaded)["q1"]) <= {"m1", "m2", "m3"}


def test_the_product_is_measured_through_its_own_import_and_recall(data: Path, tmp_path: Path) -> None:
    report = run(data, home=tmp_path / "home", vectors=False)
    assert report["status"] == "measured"
    assert report["results"]["whylens"]["micro"]["MRR@10"] == 1.0
    assert report["degraded"] == 1  # it says that vectors were missing
    assert report["results"]["whylens, no files"]["micro"]["MRR@10"] == 1.0


def test_an_absent_set_is_not_measured(tmp_path: Path) -> None:
    assert run(tmp_path)["status"] == "not measured"
