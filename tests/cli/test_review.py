"""The queue and the user's hand on the terminal: real commands, machine output, questions and mistakes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.repository import Repository

SOURCE = "def send(chunk):\n    return chunk\n\n\ndef close(socket):\n    return socket\n"
IMPORTS = [
    {"summary": "Timeouts are 30 s because the gateway cuts at 31", "kind": "decision", "files": ["send.py"]},
    {"summary": "Never send two chunks at once", "kind": "constraint", "files": ["send.py"]},
    {"summary": "The team meets on Mondays", "kind": "fact"},
]


class Terminal:
    """Runs `whylens` in a project with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.root, self.home = folder / "project", folder / "home"
        Repository(self.root).commit("Start", {"send.py": SOURCE})

    def run(self, *arguments: str, stdin: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "WHYLENS_HOME": str(self.home), "PYTHONUTF8": "1", **variables}
        return subprocess.run(
            [sys.executable, "-m", "whylens", *arguments], cwd=self.root, env=environment, input=stdin,
            capture_output=True, text=True, encoding="utf-8", timeout=60,
        )  # fmt: skip

    def json(self, *arguments: str, **more: str) -> Any:
        done = self.run(*arguments, "--json", **more)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def refused(self, *arguments: str, **more: str) -> str:
        """The one line with which a command ends that cannot be done."""
        done = self.run(*arguments, **more)
        assert done.returncode == 1, (done.stdout, done.stderr)
        (line,) = done.stderr.strip().splitlines()
        return line


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    made = Terminal(tmp_path)
    made.json("import", "-", stdin="\n".join(map(json.dumps, IMPORTS)))
    return made


def test_the_queue_says_what_waits_and_why(terminal: Terminal) -> None:
    found = terminal.json("queue")
    assert (found["total"], [each["name"] for each in found["groups"]]) == (3, ["imports"])
    assert {each["reason"] for each in found["cards"]} == {"imported, not activated"}
    assert "Imports (3): imported, not activated" in terminal.run("queue").stdout


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--kind", "fact"), 1),
        (("--file", "send.py"), 2),
        (("--source", "import"), 3),
        (("--source", "commit"), 0),
        (("--reason", "proposals"), 0),
        (("--reason", "imports", "--kind", "fact", "--kind", "decision"), 2),
    ],
)
def test_the_queue_is_narrowed(terminal: Terminal, options: tuple[str, ...], count: int) -> None:
    assert terminal.json("queue", *options)["total"] == count


def test_an_empty_queue_says_so(terminal: Terminal) -> None:
    terminal.run("reject", "--all-of", "imports", "--yes")
    assert terminal.run("queue").stdout == "Nothing waits for you: the queue is empty.\n"


def test_many_are_judged_by_one_word_and_it_is_taken_back_by_one(terminal: Terminal) -> None:
    choice = ("--all-of", "imports", "--file", "send.py")
    plan = terminal.json("confirm", *choice, "--dry-run")
    assert (plan["dry_run"], plan["count"], terminal.json("queue")["total"]) == (True, 2, 3)
    assert terminal.refused("confirm", *choice).endswith("add --yes")  # nobody is there to be asked
    done = terminal.json("confirm", *choice, "--yes")
    assert {each["status"] for each in done["cards"]} == {"active"}
    assert terminal.json("queue")["total"] == 1
    back = terminal.json("confirm", "--undo", *(each["handle"] for each in done["cards"]))
    assert (back["undone"], {each["status"] for each in back["cards"]}) == (True, {"candidate"})


@pytest.mark.parametrize(
    "arguments", [(), ("--kind", "fact"), ("W-1234", "--all-of", "imports"), ("--all-of", "nothing")]
)
def test_an_unclear_choice_is_wrong_usage(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    assert terminal.run("confirm", *arguments).returncode == 2
    assert terminal.json("queue")["total"] == 3


def test_a_word_on_nothing_says_so(terminal: Terminal) -> None:
    assert "nothing that waits fits that" in terminal.refused("reject", "--all-of", "proposals", "--yes")


@pytest.fixture
def handle(terminal: Terminal) -> str:
    return terminal.json("remember", "Chunks stay whole", "--kind", "constraint", "--file", "send.py:1")[
        "handle"
    ]


@pytest.mark.parametrize(
    ("act", "options"),
    [
        ("pin", ()),
        ("snooze", ("--until", "2099-01-31")),
        ("not-here", ("--to", "send.py:5")),
        ("supersede", ("Chunks may be split",)),
        (
            "edit",
            ("--summary", "Chunks are whole", "--why", "The gateway joins them", "--scope", "principle"),
        ),
    ],
)
def test_every_act_can_be_undone(terminal: Terminal, handle: str, act: str, options: tuple[str, ...]) -> None:
    before = terminal.json("recall", "--file", "send.py")["hits"][0]
    done = terminal.json(act, handle, *options)
    told = ("summary", "status", "anchors", "importance", "files", "scope", "rationale", "superseded_by")
    assert any(done[name] != before[name] for name in told)
    back = terminal.json(act, "--undo", handle)
    assert {name: back[name] for name in told} == {name: before[name] for name in told}
    assert "nothing to undo" in terminal.refused(act, "--undo", handle)


def _editor(folder: Path, script: str) -> str:
    """An editor that changes the page by a few lines of Python."""
    file = folder / "editor.py"
    file.write_text(
        "import pathlib, sys\npage = pathlib.Path(sys.argv[1])\ntext = page.read_text(encoding='utf-8')\n"
        f"page.write_text({script}, encoding='utf-8')\n"
    )
    return f"{sys.executable} {file}"


def test_a_memory_is_edited_in_the_users_editor(terminal: Terminal, handle: str, tmp_path: Path) -> None:
    script = "text.replace('stay whole', 'are whole').replace('kind: constraint', 'kind: decision')"
    card = terminal.json("edit", handle, EDITOR=_editor(tmp_path, script))
    assert (card["summary"], card["kind"], card["version"]) == ("Chunks are whole", "decision", 2)


def test_a_page_that_was_left_as_it_is_changes_nothing(
    terminal: Terminal, handle: str, tmp_path: Path
) -> None:
    done = terminal.run("edit", handle, EDITOR=_editor(tmp_path, "text"))
    assert done.stdout == f"Nothing was changed in [{handle}].\n"


def test_a_page_that_cannot_be_read_is_kept(terminal: Terminal, handle: str, tmp_path: Path) -> None:
    script = "text.replace('kind: constraint', 'kind: nonsense').replace('stay', 'remain')"
    line = terminal.refused("edit", handle, EDITOR=_editor(tmp_path, script))
    assert "there is no kind 'nonsense': use one of decision" in line
    kept = Path(line.rpartition(" ")[2])
    assert "remain whole" in kept.read_text(encoding="utf-8")
    kept.unlink()
    assert terminal.json("recall", "--file", "send.py")["hits"][0]["summary"] == "Chunks stay whole"


def test_without_an_editor_it_is_said_what_to_do(terminal: Terminal, handle: str) -> None:
    assert "set EDITOR" in terminal.refused("edit", handle, EDITOR="", VISUAL="")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("snooze", "--until", "2001-01-01"), "that day is over"),
        (("not-here", "--from", "other.py"), "does not stand in other.py"),
        (("supersede", "W-ffffff"), "no memory is called 'W-ffffff'"),
        (("unpin",), "is not pinned"),
        (("edit", "--summary", " "), "the summary is empty"),
        (("edit", "--file", "../x.py"), "names no file in the project"),
    ],
)
def test_what_cannot_be_done_says_why(
    terminal: Terminal, handle: str, arguments: tuple[str, ...], said: str
) -> None:
    assert said in terminal.refused(arguments[0], handle, *arguments[1:])


def test_a_confidence_is_explained_line_by_line(terminal: Terminal, handle: str) -> None:
    terminal.json("reject", handle, "--why", "no longer so")
    told = terminal.json("why", handle)
    assert sum(each["amount"] for each in told["lines"]) == pytest.approx(told["confidence"], abs=0.01)
    assert told["lines"][-1]["cause"] == "you rejected it: no longer so"
    shown = terminal.run("why", handle).stdout
    assert f"{handle} is 5% sure:" in shown
    assert "-0.90  you rejected it: no longer so" in shown


def test_a_project_without_feedback_is_not_tuned(terminal: Terminal) -> None:
    assert terminal.run("tune", "--yes").stdout == (
        "Nothing to propose: 0 judged memories (of 20 needed) and 0 contexts that were listened to (of 20).\n"
    )
    assert terminal.json("tune", "--yes")["applied"] is False
    assert "nothing is tuned" in terminal.refused("tune", "--undo")
