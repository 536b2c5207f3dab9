"""The extraction figures: matching by evidence and by words, one to one, with optional cards left out."""

from pathlib import Path
from typing import Any

import pytest

from bench.extraction import agreement, compare, run, word_f1

SAMPLES = Path(__file__).parents[2] / "samples" / "evals"
TEXT = "We keep one file per project because it is easy to copy. It is small."
TRUE: dict[str, Any] = {
    "type": "decision",
    "content": "One file per project, since it is easy to copy.",
    "evidence": "We keep one file per project",
    "span": [0, 28],
    "optional": False,
    "alt_types": ["constraint"],
}


def passage(*cards: dict[str, Any]) -> dict[str, Any]:
    return {"text": TEXT, "cards": list(cards), "empty": not cards}


def card(kind: str, evidence: str, content: str = "") -> dict[str, Any]:
    return {"type": kind, "content": content or evidence, "evidence": evidence}


def test_evidence_that_covers_half_of_the_true_one_matches() -> None:
    assert agreement(card("x", "one file per project because", "unlike words"), TRUE, TEXT) >= 0.45


def test_words_that_agree_match_without_evidence() -> None:
    assert agreement(card("x", "", "One file per project is easy to copy"), TRUE, TEXT) >= 0.45


def test_a_true_card_is_found_once() -> None:
    count = compare(passage(TRUE), [card("decision", "We keep one file per project")] * 2)
    assert (count.found, count.false, count.missed, count.typed) == (1, 1, 0, 1)


def test_an_alternative_kind_counts_as_right() -> None:
    assert compare(passage(TRUE), [card("constraint", "We keep one file per project")]).typed == 1
    assert compare(passage(TRUE), [card("issue", "We keep one file per project")]).typed == 0


def test_an_optional_card_is_neither_right_nor_wrong() -> None:
    count = compare(passage({**TRUE, "optional": True}), [card("decision", "We keep one file per project")])
    assert (count.found, count.false, count.missed) == (0, 0, 0)


def test_word_agreement_ignores_small_words_and_endings() -> None:
    assert word_f1("the copied files", "copies of a file") == pytest.approx(0.5)


def test_the_made_up_sample_is_measured_beside_its_baselines() -> None:
    report = run(SAMPLES)
    assert report["status"] == "measured"
    assert report["quiet"] == 1.0
    assert report["f1"] > max(row["f1"] for row in report["baselines"].values())


def test_an_absent_set_is_not_measured(tmp_path: Path) -> None:
    assert run(tmp_path)["status"] == "not measured"
