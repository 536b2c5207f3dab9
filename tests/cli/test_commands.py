"""The terminal door: real commands in a real process, machine output and exit codes included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.repository import Repository

SOURCE = """\
def open_lock(path):
    # HACK: the lock file is never deleted because a waiting process would lock a file that is gone
    return path


def close_lock(lock):
    return lock
"""
WHY = """\
Never delete the lock file

Keep the lock file after closing because a second process may wait for the same inode.
"""


@dataclass
class Terminal:
    """Runs `whylens` in a project with a home of its own."""

    root: Path
    home: Path

    def run(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "WHYLENS_HOME": str(self.home), "PYTHONUTF8": "1"}
        return subprocess.run(
            [sys.executable, "-m", "whylens", *arguments],
            cwd=self.root,
            env=environment,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )

    def json(self, *arguments: str, stdin: str = "") -> Any:
        done = self.run(*arguments, "--json", stdin=stdin)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def lines(self, *arguments: str, stdin: str = "") -> list[Any]:
        done = self.run(*arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Terminal]:
    folder = tmp_path_factory.mktemp("terminal")
    repository = Repository(folder / "project")
    repository.commit("Start", {"lock.py": SOURCE.replace("return lock", "pass")})
    repository.commit(WHY, {"lock.py": SOURCE})
    terminal = Terminal(repository.root, folder / "home")
    report = terminal.json("learn")
    assert report["read"]["commits"] == 2
    yield terminal


def test_learning_prints_counts_a_duration_and_kinds(terminal: Terminal) -> None:
    report = terminal.json("learn")
    assert report["seconds"] >= 0
    assert report["cards"] == {}
    assert terminal.json("status")["cards"]["total"] >= 2


def test_recall_gives_ranked_hits_with_parts_and_reasons(terminal: Terminal) -> None:
    answer = terminal.json("recall", "why do we keep the lock file")
    first = answer["hits"][0]
    assert "lock" in first["summary"].lower()
    assert first["parts"]
    assert first["why"]
    assert first["sources"][0]["label"]


def test_recall_of_a_file_needs_no_question(terminal: Terminal) -> None:
    assert terminal.json("recall", "--file", "lock.py")["hits"]


def test_a_question_about_nothing_remembered_is_told_so(terminal: Terminal) -> None:
    question = "which colour should the wedding invitations have"
    shown = terminal.run("recall", question)
    assert "Nothing remembered" in shown.stdout
    assert "W-" not in shown.stdout
    answer = terminal.json("recall", question)
    assert answer["relevance"] < 0.5
    assert not any(hit["relevant"] for hit in answer["hits"])


def test_what_is_not_about_the_question_is_shown_when_asked_for(terminal: Terminal) -> None:
    question = "why do we delete every record of the invoices"
    assert terminal.json("recall", question)["hits"]
    assert "W-" in terminal.run("recall", question, "--all").stdout


def test_batch_answers_each_line_and_names_a_broken_one(terminal: Terminal) -> None:
    text = '{"id": 1, "query": "lock file"}\n{"id": 2}\n{"id": 3, "query": "lock", "before": 1}\n'
    done = terminal.run("recall", "--batch", "-", stdin=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == [1, 3]
    assert answers[0]["hits"]
    assert answers[1]["hits"] == []
    assert "line 2" in done.stderr
    assert done.returncode == 1


def test_context_is_within_its_budget(terminal: Terminal) -> None:
    answer = terminal.json(
        "context", "--task", "delete the lock file", "--file", "lock.py:1", "--budget", "300"
    )
    assert answer["cards"]
    assert answer["tokens"] <= 300
    assert set(answer) >= {"text", "cards", "tokens", "dropped", "degraded", "ms"}


def test_remember_confirm_reject_and_forget_a_card(terminal: Terminal) -> None:
    card = terminal.json(
        "remember", "Locks are advisory on this platform", "--kind", "fact", "--file", "lock.py:6"
    )
    assert card["anchors"] == [{"path": "lock.py", "symbol": "close_lock", "line": 6}]
    assert terminal.json("confirm", card["handle"])["status"] == "active"
    assert terminal.json("reject", card["handle"], "--why", "not on all")["status"] == "rejected"
    report = terminal.json("forget", card["handle"], "--yes")
    assert report["cards"] == 1
    assert report["remaining"] == 0
    assert terminal.run("confirm", card["handle"]).returncode == 1


def test_forgetting_without_a_terminal_needs_a_yes(terminal: Terminal) -> None:
    done = terminal.run("forget", "--all")
    assert done.returncode == 1
    assert "--yes" in done.stderr
    assert terminal.json("forget", "--all", "--dry-run")["dry_run"] is True


def test_anchors_say_where_each_card_stands(terminal: Terminal) -> None:
    placed = terminal.json("anchors", "lock.py")["files"]["lock.py"]
    assert {each["state"] for each in placed} <= {"exact", "edited", "moved", "renamed", "file"}
    assert any(each["symbol"] == "open_lock" for each in placed)


def test_import_keeps_what_it_can_and_numbers_what_it_cannot(terminal: Terminal) -> None:
    text = '{"ref": "a-1", "summary": "Kept line"}\n{"summary": ""}\nnot json\n{"kind": "nonsense", "summary": "x"}\n'
    done = terminal.run("import", "-", "--json", stdin=text)
    report = json.loads(done.stdout)
    assert report["imported"] == 1
    assert [each["line"] for each in report["refused"]] == [2, 3, 4]
    hits = terminal.json("recall", "kept line", "--include-candidates")["hits"]
    assert [hit["ref"] for hit in hits if hit["ref"]] == ["a-1"]
    assert all(hit["ref"] != "a-1" for hit in terminal.json("recall", "kept line")["hits"])


@pytest.mark.parametrize("target", ["cards.jsonl", "cards"])
def test_what_is_exported_can_be_imported_elsewhere(terminal: Terminal, tmp_path: Path, target: str) -> None:
    exported = terminal.json("export", str(tmp_path / target))["exported"]
    other = Terminal(Repository(tmp_path / "other").root, tmp_path / "home")
    report = other.json("import", str(tmp_path / target), "--activate", "--yes")
    assert exported
    assert report["refused"] == []
    assert report["imported"] == exported


def test_extract_and_redact_store_nothing(terminal: Terminal) -> None:
    before = terminal.json("status")["cards"]
    (line,) = terminal.lines(
        "extract", "--lines", stdin=json.dumps({"id": "x", "text": WHY, "source": "commit"})
    )
    assert line["id"] == "x"
    assert set(line["cards"][0]) >= {"type", "content", "evidence"}
    secret = "ghp_" + "a1B2c3D4" * 4 + "e5F6"
    (clean,) = terminal.lines("redact", "--lines", stdin=json.dumps({"id": 1, "text": f"token {secret}"}))
    assert secret not in clean["redacted"]
    assert clean["findings"]
    assert terminal.json("status")["cards"] == before


def test_doctor_checks_everything_and_rebuild_loses_nothing(terminal: Terminal) -> None:
    assert all(check["ok"] for check in terminal.json("doctor")["checks"])
    before = terminal.json("status")["cards"]["total"]
    terminal.json("rebuild")
    assert terminal.json("status")["cards"]["total"] == before


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["recall"], 2),
        (["no-such-command"], 2),
        (["remember"], 2),
        (["forget"], 2),
        (["remember", "   "], 1),
        (["confirm", "W-ffff-none"], 1),
        (["learn", "no/such/folder"], 1),
        (["recall", "x", "--project", "no/such/folder"], 1),
        (["recall", "--file", "/outside/of/it.py"], 1),
        (["remember", "x", "--ttl", "soon"], 2),
    ],
)
def test_a_mistake_ends_with_one_clear_line(terminal: Terminal, arguments: list[str], code: int) -> None:
    done = terminal.run(*arguments)
    assert done.returncode == code
    assert done.stderr.strip()
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_every_command_has_help(terminal: Terminal) -> None:
    names = "serve learn remember recall context import export extract redact confirm reject forget anchors status"
    for name in [*names.split(), "doctor", "rebuild"]:
        done = terminal.run(name, "--help")
        assert done.returncode == 0, name
        assert "Usage" in done.stdout


def test_forgetting_says_when_another_memory_says_the_same(terminal: Terminal) -> None:
    first = terminal.json(
        "remember", "Brontosaurus queues are drained twice, because the relay drops the first"
    )
    terminal.json(
        "remember", "Brontosaurus queues are drained twice, because the relay drops the first packet of all"
    )
    done = terminal.run("forget", first["handle"], "--yes")
    assert "for their words: 0 left" in done.stdout
    assert "said by other memories too" in done.stdout
