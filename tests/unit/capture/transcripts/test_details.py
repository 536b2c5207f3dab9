"""What each format does beside the plain conversation: resumed, branched, interrupted and older sessions."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.unit.capture.transcripts import made_up
from whylens.capture.transcripts.read import sessions
from whylens.capture.transcripts.session import Format, Session, Turn


def read(file: Path, format: Format) -> tuple[Session, list[Turn]]:
    (pair,) = [(session, list(session)) for session in sessions(file, format)]
    return pair


def of_rows(
    tmp_path: Path, format: Format, rows: list[dict[str, Any]], name: str = "s.jsonl"
) -> list[tuple[str, str]]:
    file = tmp_path / name
    file.write_bytes(made_up.lines(rows))
    return [(turn.role, turn.text or turn.output) for turn in read(file, format)[1]]


def claude(text: Any, **more: Any) -> dict[str, Any]:
    role = more.pop("role", "user")
    return {
        "type": role,
        "sessionId": "s",
        "message": {"role": role, "content": text, "id": more.pop("id", "")},
        **more,
    }


def test_claude_code_drops_what_nobody_said(tmp_path: Path) -> None:
    rows = [
        claude("<command-name>/clear</command-name>\n<command-message>clear</command-message>"),
        claude("<local-command-stdout></local-command-stdout>"),
        claude("Caveat", isMeta=True),
        claude("a sub-agent's errand", isSidechain=True),
        claude(
            "This session is being continued from a previous conversation.\nAnalysis: …",
            isCompactSummary=True,
        ),
        claude([{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
        claude(
            [
                {"type": "text", "text": "<ide_opened_file>a.py</ide_opened_file>"},
                {"type": "text", "text": "Go on."},
            ]
        ),
        {"type": "system", "content": "compacted"},
        {"type": "queue-operation", "operation": "enqueue", "content": "later"},
    ]
    assert of_rows(tmp_path, Format.CLAUDE_CODE, rows) == [("user", "Go on.")]


def test_claude_code_says_once_what_a_resumed_session_repeats(tmp_path: Path) -> None:
    rows = [
        claude("One", uuid="1"),
        claude("Two", uuid="2"),
        claude("One", uuid="1"),
        claude("Two", uuid="3"),
    ]
    assert of_rows(tmp_path, Format.CLAUDE_CODE, rows) == [("user", "One"), ("user", "Two"), ("user", "Two")]


def test_claude_code_joins_the_lines_of_one_answer(tmp_path: Path) -> None:
    said = [{"type": "text", "text": "First."}], [{"type": "text", "text": "Second."}]
    rows = [claude(each, role="assistant", id="m1") for each in said]
    rows += [claude("Yes", uuid="u"), claude(said[0], role="assistant", id="m2")]
    expected = [("assistant", "First.\nSecond."), ("user", "Yes"), ("assistant", "First.")]
    assert of_rows(tmp_path, Format.CLAUDE_CODE, rows) == expected


def test_claude_code_prefers_the_name_the_user_gave(tmp_path: Path) -> None:
    rows = [
        {"type": "custom-title", "customTitle": "Mine"},
        {"type": "summary", "summary": "Theirs"},
        claude("Hi", cwd="/x"),
    ]
    file = tmp_path / "s.jsonl"
    file.write_bytes(made_up.lines(rows))
    session, _ = read(file, Format.CLAUDE_CODE)
    assert (session.title, session.cwd, session.id) == ("Mine", "/x", "s")


def test_codex_reads_its_first_versions_and_patches(tmp_path: Path) -> None:
    call = {"type": "custom_tool_call", "call_id": "1", "name": "apply_patch", "input": "*** Begin Patch"}
    rows: list[dict[str, Any]] = [
        {"id": "s", "timestamp": "2025-06-01T10:00:00Z", "instructions": None},
        {"record_type": "state"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hello"}]},
        {"type": "response_item", "payload": call},
        {
            "type": "response_item",
            "payload": {"type": "custom_tool_call_output", "call_id": "1", "output": '{"output": "Done"}'},
        },
        {"type": "event_msg", "payload": {"type": "agent_message", "message": "Hello"}},
        {"type": "compacted", "payload": {"message": "summary"}},
    ]
    assert of_rows(tmp_path, Format.CODEX, rows) == [("user", "Hello"), ("tool", "Done")]


def test_copilot_cli_reads_a_folder_a_session_and_leaves_out_sub_agents(tmp_path: Path) -> None:
    (tmp_path / "workspace.yaml").write_text("id: abc\ncwd: /home/kim/upload\nname: 'Limits'\n")
    rows: list[dict[str, Any]] = [
        {"type": "user.message", "data": {"content": "Hello"}},
        {"type": "assistant.message", "data": {"content": "inner", "parentToolCallId": "t"}},
        {"type": "tool.execution_complete", "data": {"toolCallId": "x", "error": {"message": "refused"}}},
    ]
    assert of_rows(tmp_path, Format.COPILOT_CLI, rows, "events.jsonl") == [
        ("user", "Hello"),
        ("tool", "refused"),
    ]
    session, _ = read(tmp_path / "events.jsonl", Format.COPILOT_CLI)
    assert (session.id, session.cwd, session.title) == ("abc", "/home/kim/upload", "Limits")


def test_copilot_chat_puts_references_into_the_sentence_and_text_around_tools(tmp_path: Path) -> None:
    response = [
        {"value": "The limit is in "},
        {"kind": "inlineReference", "inlineReference": {"path": "/home/kim/upload/api/limits.py"}},
        {"value": "."},
        {"kind": "textEditGroup", "uri": {}, "edits": []},
        {"kind": "toolInvocationSerialized", "toolCallId": "c__vscode-17", "toolId": "run"},
        {"value": "Done.", "kind": "markdownContent"},
        {"kind": "progressMessage", "content": {"value": "Working"}},
    ]
    metadata = {
        "toolCallResults": {"c": {"content": [{"value": {"node": {"children": [{"text": "4 passed"}]}}}]}}
    }
    request = {
        "message": {"parts": [{"text": "Why?"}]},
        "response": response,
        "result": {"metadata": metadata},
    }
    file = tmp_path / "s.json"
    file.write_text(json.dumps({"requests": [request], "sessionId": "s"}))
    said = [(turn.role, turn.text or turn.output) for turn in read(file, Format.COPILOT_SNAPSHOT)[1]]
    expected = [
        ("user", "Why?"),
        ("assistant", "The limit is in `limits.py`."),
        ("tool", "4 passed"),
        ("assistant", "Done."),
    ]
    assert said == expected


@pytest.mark.parametrize(
    ("uri", "folder"),
    [
        ("file:///home/kim/my%20code", "/home/kim/my code"),
        ("file:///c%3A/Users/kim/code", "c:/Users/kim/code"),
        ("file://server/share/code", "//server/share/code"),
        ("vscode-remote://ssh-remote%2Bbox/home/kim", "vscode-remote://ssh-remote%2Bbox/home/kim"),
    ],
)
def test_copilot_chat_knows_the_folder_of_its_workspace(uri: str, folder: str, tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.COPILOT_SNAPSHOT)
    (file.parent.parent / "workspace.json").write_text(json.dumps({"folder": uri}))
    assert read(file, Format.COPILOT_SNAPSHOT)[0].cwd == folder


def test_a_change_that_does_not_fit_is_counted_and_the_rest_is_followed(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.COPILOT_LOG)
    odd = [
        {"kind": 1, "k": ["requests", 99, "result"], "v": {}},
        {"kind": 2, "k": ["customTitle"], "v": [1]},
        {"kind": 7, "k": ["x"]},
        {"kind": 3, "k": [0]},
        {"kind": 1, "k": []},
    ]
    file.write_bytes(file.read_bytes() + made_up.lines(odd))
    session, turns = read(file, Format.COPILOT_LOG)
    assert len(turns) == len(made_up.CONVERSATION)
    assert session.problems == ["5 changes could not be followed"]


def test_cursor_reads_older_databases_by_what_each_workspace_lists(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CURSOR_DESKTOP)
    inside = [{"type": 1, "text": "Old", "bubbleId": "o"}, {"type": 2, "text": "Answer", "bubbleId": "a"}]
    with sqlite3.connect(file) as database:
        database.execute("DROP TABLE composerHeaders")
        database.execute("DELETE FROM cursorDiskKV")
        row = ("composerData:old", json.dumps({"conversation": inside, "name": "Older"}))
        database.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", row)
    database.close()
    workspace = file.parent.parent / "workspaceStorage" / "w1"
    workspace.mkdir(parents=True)
    (workspace / "workspace.json").write_text('{"folder": "file:///home/kim/upload"}')
    with sqlite3.connect(workspace / "state.vscdb") as database:
        database.execute("CREATE TABLE ItemTable (key TEXT UNIQUE, value BLOB)")
        listed = json.dumps({"allComposers": [{"composerId": "old"}]})
        database.execute("INSERT INTO ItemTable VALUES ('composer.composerData', ?)", (listed,))
    database.close()
    session, turns = read(file, Format.CURSOR_DESKTOP)
    assert (session.cwd, session.title) == ("/home/kim/upload", "Older")
    assert [turn.text for turn in turns] == ["Old", "Answer"]


def test_cursor_says_that_a_folder_is_on_another_machine(tmp_path: Path) -> None:
    file = made_up.write(tmp_path, Format.CURSOR_DESKTOP)
    uri = {
        "scheme": "vscode-remote",
        "fsPath": "/home/kim/upload",
        "external": "vscode-remote://box/home/kim/upload",
    }
    with sqlite3.connect(file) as database:
        header = json.dumps({"workspaceIdentifier": {"uri": uri}})
        database.execute("UPDATE composerHeaders SET value = ?", (header,))
    database.close()
    assert read(file, Format.CURSOR_DESKTOP)[0].cwd == "vscode-remote://box/home/kim/upload"


def test_aider_keeps_code_with_marks_inside_and_runs_apart(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    file.write_text(
        "# aider chat started at 2025-11-03 10:00:00\n\n#### Write a readme  \n#### and keep it short  \n\n"
        "Here:\n```md\n#### Usage\n> run it\n```\nDone.\n\n> Applied edit to README.md  \n\n"
        "# aider chat started at 2025-11-04 10:00:00\n\n> Aider v0.86.0  \n\n#### Next  \n"
    )
    _, turns = read(file, Format.AIDER)
    assert [(turn.role, turn.text) for turn in turns] == [
        ("user", "Write a readme\nand keep it short"),
        ("assistant", "Here:\n```md\n#### Usage\n> run it\n```\nDone."),
        ("user", "Next"),
    ]
    assert turns[-1].at - turns[0].at == 86_400


def test_aider_leaves_out_what_a_model_thought(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    file.write_text(
        "# aider chat started at 2025-11-03 10:00:00\n\n#### Hi  \n> Retrying in 0.2 seconds...  \n\n"
        "<thinking-content-7bb0>\n\n1. Say hello\n#### or not\n\n</thinking-content-7bb0>\n\nHello.\n\n"
        "#### Go on  \n\n<think>never closed\n\n# aider chat started at 2025-11-03 11:00:00\n\n#### Again  \n"
    )
    _, turns = read(file, Format.AIDER)
    assert [(turn.role, turn.text) for turn in turns] == [
        ("user", "Hi"),
        ("assistant", "Hello."),
        ("user", "Go on"),
        ("user", "Again"),
    ]


def test_specstory_drops_commands_and_thoughts(tmp_path: Path) -> None:
    file = tmp_path / ".specstory/history/2025-11-03_10-00-00Z-x.md"
    file.parent.mkdir(parents=True)
    file.write_text(
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# Fix the limits\n\n"
        "_**User (2025-11-03 10:00:00Z)**_\n\n<command-name>/init</command-name>\n\n---\n\n"
        "_**Agent (model-x 2025-11-03 10:00:09Z)**_\n\n<think>hm</think>\n\nFirst.\n\n"
        '<tool-use data-tool-type="write" data-tool-name="Edit"><details>\n<summary>x</summary>\n\n'
        "```diff\n-a\n+b\n```\n\n```text\nok\n```\n</details></tool-use>\n\nSecond.\n\n---\n"
    )
    session, turns = read(file, Format.SPECSTORY)
    assert session.title == "Fix the limits"
    said = [(turn.role, turn.text or turn.output, turn.input) for turn in turns]
    assert said == [("assistant", "First.", None), ("tool", "ok", "-a\n+b"), ("assistant", "Second.", None)]
