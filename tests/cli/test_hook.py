"""`whylens hook`: what assistants report, in their own forms."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from whylens.capture import spool
from whylens.cli.hook import tool_used
from whylens.runtime.project import find_project

CLAUDE: dict[str, Any] = {
    "session_id": "s1",
    "cwd": "/p",
    "hook_event_name": "PostToolUse",
    "tool_name": "Bash",
}
CURSOR: dict[str, Any] = {"conversation_id": "c1", "workspace_roots": ["/p"]}


def told(given: dict[str, Any]) -> tuple[Any, ...]:
    used = tool_used(given)
    assert used is not None
    return used.tool, used.what, used.files, used.succeeded, used.output, used.session


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (
            {**CLAUDE, "tool_input": {"command": "make"}, "tool_response": {"stdout": "ok", "stderr": "warned"}},
            ("Bash", "make", (), True, "ok\nwarned", "s1"),
        ),
        (
            {**CLAUDE, "tool_input": {"command": "make"}, "tool_response": {"stdout": "", "interrupted": True}},
            ("Bash", "make", (), False, "", "s1"),
        ),
        (
            {**CLAUDE, "hook_event_name": "PostToolUseFailure", "tool_input": {"command": "make"}, "error": "Exit 2"},
            ("Bash", "make", (), False, "Exit 2", "s1"),
        ),
        (
            {**CLAUDE, "hook_event_name": "PreToolUse", "tool_input": {"command": "make"}},
            ("Bash", "make", (), None, "", "s1"),
        ),
        (
            {**CLAUDE, "tool_name": "Edit", "tool_input": {"file_path": "/p/a.py", "new_string": "x"},
             "tool_response": {"filePath": "/p/a.py", "success": True}},
            ("Edit", "Edit /p/a.py", ("/p/a.py",), True, "", "s1"),
        ),
        (
            {**CLAUDE, "tool_name": "Read", "tool_input": {"file_path": "/p/a.py"},
             "tool_response": {"file": {"content": "text"}}},
            ("Read", "Read /p/a.py", ("/p/a.py",), True, "", "s1"),
        ),
        (
            {**CURSOR, "hook_event_name": "afterShellExecution", "command": "npm test", "output": "1 failing"},
            ("Shell", "npm test", (), None, "1 failing", "c1"),
        ),
        (
            {**CURSOR, "hook_event_name": "afterFileEdit", "file_path": "/p/a.ts", "edits": [{"old_string": "a"}]},
            ("Edit", "Edit /p/a.ts", ("/p/a.ts",), True, "", "c1"),
        ),
        (
            {**CURSOR, "hook_event_name": "postToolUse", "tool_name": "Shell", "tool_input": {"command": "npm test"},
             "tool_output": '{"exitCode": 1, "stdout": "1 failing"}'},
            ("Shell", "npm test", (), False, "1 failing", "c1"),
        ),
    ],
)  # fmt: skip
def test_a_call_is_understood(given: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert told(given) == expected


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"tool_name": 7},
        {**CLAUDE, "tool_name": "mcp__whylens__recall"},
        {**CLAUDE, "tool_input": {"command": "whylens recall upload"}},
        {**CLAUDE, "tool_input": {"command": "/usr/bin/whylens status"}},
        {"hook_event_name": "Stop", "session_id": "s1", "cwd": "/p"},
    ],
)
def test_nothing_is_told_of_nothing_and_of_whylens_itself(given: dict[str, Any]) -> None:
    assert tool_used(given) is None


@pytest.mark.parametrize("by_option", [False, True])
def test_the_command_leaves_what_it_is_told_with_and_without_options(tmp_path: Path, by_option: bool) -> None:
    root, home = tmp_path / "work", tmp_path / "home"
    (root / ".git").mkdir(parents=True)
    folder = spool.place(find_project(root).key, home)
    spool.allow(folder, True)
    given = {**CLAUDE, "cwd": str(root), "tool_input": {"command": "make"}, "tool_response": {"stdout": "ok"}}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "whylens", "hook", *(["--home", str(home)] if by_option else [])],
        input=json.dumps(given),
        env={**os.environ, "WHYLENS_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")
    assert [used.what for used in spool.take(folder)] == ["make"]
