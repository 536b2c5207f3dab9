"""The table of all scorers."""

from __future__ import annotations

from bench.quality import table
from bench.retrieval_data import Question
from bench.retrieval_score import score


def test_the_figures_of_retrieval_stand_in_the_table_with_their_intervals() -> None:
    questions = [_question(f"q{number}") for number in range(4)]
    report = {"status": "measured", "results": {"whylens": score(questions, {"q0": ["m"], "q1": ["x", "m"]})}}

    lines = list(table("memory_retrieval", report))

    assert "MRR@10" in lines[1]
    assert "MRR@10 ±" in lines[1]
    assert lines[2].split()[:3] == ["whylens", "4", "0.375"]


def _question(name: str) -> Question:
    return Question(
        id=name, project="p", at=0.0, text="t", long_text="t", files=(), symbols=(), link="fixes", overlap=0.1,
        grades={"m": 2},
    )  # fmt: skip
