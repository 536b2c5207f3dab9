"""Learning what is worth a card: the solver, what is used, and that a repository is read without its own labels."""

from pathlib import Path
from typing import Any

import numpy as np

from bench import learn_sentences
from bench.learn_sentences import Row, learn, left_out, write
from bench.logistic import LARGE, solve
from whylens.extract.worth.model import BIAS, judge

CARD = {"type": "constraint", "alt_types": [], "optional": False}


def _rows(repository: str) -> list[Row]:
    kept = [Row(repository, frozenset({"must", "word"}), CARD) for _ in range(30)]
    return kept + [Row(repository, frozenset({"other", "word"}), None) for _ in range(60)]


def test_a_feature_of_kept_sentences_gets_weight_and_the_bias_tells_how_rare_they_are() -> None:
    weights = learn([*_rows("a/one"), *_rows("b/two")])
    assert judge({"must", "word"}, weights)[0] > 0 > judge({"other", "word"}, weights)[0]
    assert weights["must"][0] > weights["word"][0]
    assert weights[BIAS][0] < 0


def test_what_only_one_repository_says_is_not_used() -> None:
    rare = [Row("a/one", frozenset({"only here"}), CARD) for _ in range(5)]
    assert "only here" not in learn([*_rows("a/one"), *_rows("b/two"), *rare])


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    weights = learn([*_rows("a/one"), *_rows("b/two")])
    file = tmp_path / "weights.tsv"
    assert write(weights, file) <= len(weights)
    assert not any(line.endswith("\t") for line in file.read_text(encoding="utf-8").splitlines())


def test_the_solver_finds_the_optimum() -> None:
    draw = np.random.default_rng(7)
    table = draw.normal(size=(40, 6)).astype(np.float32)
    table[:, 0] = LARGE
    targets = (draw.random(40) < 0.4).astype(float)
    weights = solve(table, targets, np.ones(40), 5.0)
    weights[0] /= LARGE
    slope = table.T @ (1 / (1 + np.exp(-table @ weights)) - targets) + 5.0 * weights
    assert np.abs(slope).max() < 1e-3


def test_a_repository_is_read_with_weights_that_have_not_seen_it(monkeypatch: Any) -> None:
    seen: list[set[str]] = []
    monkeypatch.setattr(
        learn_sentences, "learn", lambda given: seen.append({r.repository for r in given}) or {}
    )
    passage = {
        "source_kind": "commit",
        "text": "Keep it\n\nWe keep the lock.\n",
        "cards": [],
        "empty": True,
        "path": "",
    }
    left_out([passage | {"id": name, "repo": name, "set": "labels"} for name in ("a/one", "b/two")])
    assert seen == [{"b/two"}, {"a/one"}]
