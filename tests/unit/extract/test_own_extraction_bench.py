"""The labelled passages: read from clones and checked, named when they cannot be, and the spread over repositories."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.own_extraction import over_repositories, run, spread, table, wrongs
from bench.own_passages import digest, labels, materialise
from whylens.model.words import Kind

SUBJECT = "Send once"
BODY = "The proxy drops the third attempt, so we send only once."
MESSAGE = f"{SUBJECT}\n\n{BODY}\n"
SOURCE = "# Caf\u00e9 clocks: never call this while the lock is held.\nx = 1\n"


@pytest.fixture
def clones(tmp_path: Path) -> tuple[Path, str]:
    """A folder with one clone, and its only commit."""
    clone = tmp_path / "toy"
    clone.mkdir()
    (clone / "clock.py").write_text(SOURCE, encoding="utf-8")
    _git(clone, "init", "--quiet")
    _git(clone, "add", ".")
    _git(clone, "commit", "--quiet", "--message", MESSAGE)
    return tmp_path, _git(clone, "rev-parse", "HEAD").strip()


def _git(clone: Path, *arguments: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgSign=false"]
    command = ["git", "-C", str(clone), *who, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def label(commit: str, text: str, start: int, path: str = "", /, **changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = {
        "id": "own-1",
        "repo": "someone/toy",
        "commit": commit,
        "path": path,
        "range": [start, start + len(text)],
        "source_kind": "comment" if path else "commit",
        "digest": digest(text),
        "cards": [{"type": "constraint", "span": [0, 9], "optional": False, "alt_types": ["issue"]}],
    }
    return made | changed


def test_a_passage_of_a_commit_message_is_read_from_the_clone(clones: tuple[Path, str]) -> None:
    folder, commit = clones
    [passage] = materialise([label(commit, BODY, MESSAGE.index(BODY))], folder).read
    assert (passage["text"], passage["empty"]) == (BODY, False)
    assert passage["cards"][0]["evidence"] == BODY[:9]


def test_a_passage_of_a_file_is_counted_in_characters(clones: tuple[Path, str]) -> None:
    folder, commit = clones
    words = "never call this"
    [passage] = materialise([label(commit, words, SOURCE.index(words), "clock.py")], folder).read
    assert passage["text"] == words


def test_a_clone_may_be_called_as_its_owner(clones: tuple[Path, str]) -> None:
    folder, commit = clones
    (folder / "toy").rename(folder / "someone")
    assert materialise([label(commit, SUBJECT, 0)], folder).read


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"repo": "someone/else"}, "no clone of someone/else"),
        ({"commit": "0" * 40}, "lacks the commit"),
        ({"path": "gone.py"}, "lacks the commit or the file"),
        ({"digest": "0" * 12}, "other words"),
    ],
)
def test_what_cannot_be_read_is_named(clones: tuple[Path, str], changed: dict[str, Any], reason: str) -> None:
    folder, commit = clones
    passages = materialise([label(commit, SUBJECT, 0, **changed)], folder)
    assert not passages.read
    [(said, which)] = passages.absent.items()
    assert reason in said
    assert which == ["own-1"]


def test_without_clones_nothing_is_measured_and_the_repositories_are_named(tmp_path: Path) -> None:
    report = run(tmp_path)
    assert report["status"] == "not measured"
    assert "redis/redis" in table(report)


def test_the_report_has_the_product_beside_the_baselines(clones: tuple[Path, str], tmp_path: Path) -> None:
    folder, commit = clones
    file = tmp_path / "labels.jsonl"
    file.write_text(json.dumps(label(commit, BODY, MESSAGE.index(BODY))), encoding="utf-8")
    report = run(folder, file)
    assert report["required_cards"] == 1
    assert {"product", "cue words", "nothing"} <= set(report["all"])
    assert "someone/toy" in table(report)


def test_a_repository_without_due_cards_counts_for_quiet_only() -> None:
    passages: list[dict[str, Any]] = [
        {"repo": "a/a", "source_kind": "commit", "text": SUBJECT, "cards": [], "empty": True}
    ]
    means = over_repositories(passages, lambda _passage: [])
    assert means["f1"] == {}
    assert means["quiet"]["mean"] == 1.0


@pytest.mark.parametrize(("repository", "shown"), [("redis/redis", 1), ("curl/curl", 0)])
def test_wrongs_are_shown_of_the_open_half_only(repository: str, shown: int) -> None:
    due = {
        "type": "fact",
        "optional": False,
        "alt_types": [],
        "span": [0, 3],
        "evidence": "xyz",
        "content": "xyz",
    }
    passage = {
        "id": "own-1",
        "repo": repository,
        "source_kind": "commit",
        "text": "xyz",
        "cards": [due],
        "empty": False,
    }
    assert len(wrongs([passage])) == shown


def test_the_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.2, 0.4, 0.9, 0.5]
    figures = spread(values)
    assert figures["low"] < figures["mean"] < figures["high"]
    assert figures == spread(values)
    assert spread([0.3, 0.3])["low"] == pytest.approx(0.3)


def test_the_labels_hold_positions_and_kinds_only() -> None:
    fields = {"id", "repo", "commit", "path", "range", "source_kind", "digest", "cards"}
    kinds = {str(kind) for kind in Kind}
    every = labels()
    assert len({one["id"] for one in every}) == len(every)
    for one in every:
        assert set(one) == fields
        length = one["range"][1] - one["range"][0]
        for card in one["cards"]:
            assert set(card) == {"type", "span", "optional", "alt_types"}
            assert {card["type"], *card["alt_types"]} <= kinds
            assert 0 <= card["span"][0] < card["span"][1] <= length
