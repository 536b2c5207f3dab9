"""One made-up conversation, written in each of the ten formats as the tools write it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from whylens.capture.transcripts.session import Format

SESSION = "0d9c1f5e-6a1b-4c55-9a3e-2f6f7c1f8a10"
TITLE = "Limits of uploads"
CWD = "/home/kim/upload"
BRANCH = "big-files"
#: 2025-11-03 10:00:00 UTC, and a turn every twenty seconds.
START, STEP = 1_762_164_000, 20

Said = tuple[str, str, Any, str]
#: Role; then the text of a speaker, or name, input and output of a tool.
CONVERSATION: tuple[Said, ...] = (
    ("user", "Uploads over 2 GB fail with a 413 in api/upload.py. What limits them?", None, ""),
    ("tool", "Read", {"file_path": "api/limits.py"}, "3: MAX_BODY = 2 << 30\n4: TIMEOUT = 30"),
    ("assistant", "The limit is `MAX_BODY` in `api/limits.py`; the proxy has none of its own.", None, ""),
    (
        "user",
        "We keep MAX_BODY at 2 GB because the workers have small disks.\n\nNever raise it – ¡nunca!",
        None,
        "",
    ),
    ("tool", "Bash", {"command": "pytest -q tests/upload"}, "2 failed, 14 passed"),
    (
        "assistant",
        "`put_object` does not work here because it needs the length up front. Parts do.",
        None,
        "",
    ),
)
TURNS = [each for each in CONVERSATION if each[0] != "tool"]


def at(number: int) -> int:
    """When turn *number* was, in Unix seconds."""
    return START + number * STEP


def iso(number: int) -> str:
    """The same as text."""
    return datetime.fromtimestamp(at(number), UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")


def lines(rows: list[dict[str, Any]]) -> bytes:
    """JSON lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def write(folder: Path, format: Format, cwd: str = CWD, said: tuple[Said, ...] = CONVERSATION) -> Path:
    """Write *said* below *folder* where the tool would, and give the file with it."""
    return WRITERS[format](folder, cwd, said)


def claude_rows(cwd: str, said: tuple[Said, ...]) -> list[dict[str, Any]]:
    """The lines of a Claude Code session."""
    rows: list[dict[str, Any]] = [{"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}]
    envelope = {
        "isSidechain": False,
        "cwd": cwd,
        "sessionId": SESSION,
        "version": "2.1.9",
        "gitBranch": BRANCH,
    }
    for number, (role, first, given, output) in enumerate(said):
        common = {**envelope, "uuid": f"u{number}", "timestamp": iso(number)}
        if role == "user":
            rows.append({**common, "type": "user", "message": {"role": "user", "content": first}})
        elif role == "assistant":
            for place, block in enumerate(
                ({"type": "thinking", "thinking": "hm"}, {"type": "text", "text": first})
            ):
                message = {"id": f"m{number}", "role": "assistant", "content": [block]}
                rows.append({**common, "uuid": f"u{number}.{place}", "type": "assistant", "message": message})
        else:
            call = {"type": "tool_use", "id": f"t{number}", "name": first, "input": given}
            message = {"id": f"m{number}", "role": "assistant", "content": [call]}
            rows.append({**common, "uuid": f"u{number}.call", "type": "assistant", "message": message})
            result = {
                "type": "tool_result",
                "tool_use_id": f"t{number}",
                "content": [{"type": "text", "text": output}],
            }
            rows.append({**common, "type": "user", "message": {"role": "user", "content": [result]}})
    return [*rows, {"type": "summary", "summary": TITLE, "leafUuid": "u5"}]


def _claude(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    return _file(
        folder / ".claude/projects/-home-kim-upload" / f"{SESSION}.jsonl", lines(claude_rows(cwd, said))
    )


def _codex(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    def row(number: int, kind: str, payload: dict[str, Any]) -> dict[str, Any]:
        return {"timestamp": iso(number), "type": kind, "payload": payload}

    def message(number: int, role: str, kind: str, text: str) -> dict[str, Any]:
        content = [{"type": kind, "text": text}]
        return row(number, "response_item", {"type": "message", "role": role, "content": content})

    rows = [
        row(0, "session_meta", {"id": SESSION, "cwd": cwd, "git": {"branch": BRANCH}}),
        message(0, "developer", "input_text", "You are careful."),
        message(0, "user", "input_text", "<environment_context>\n  <cwd>/x</cwd>\n</environment_context>"),
    ]
    for number, (role, first, given, output) in enumerate(said):
        if role == "tool":
            call = {"call_id": f"c{number}", "name": first, "arguments": json.dumps(given)}
            rows.append(row(number, "response_item", {"type": "function_call", **call}))
            done = {"type": "function_call_output", "call_id": f"c{number}", "output": output}
            rows.append(row(number, "response_item", done))
        else:
            rows.append(message(number, role, "input_text" if role == "user" else "output_text", first))
            shown = {"type": "user_message" if role == "user" else "agent_message", "message": first}
            rows.append(row(number, "event_msg", shown))
    name = f"rollout-2025-11-03T10-00-00-{SESSION}.jsonl"
    return _file(folder / ".codex/sessions/2025/11/03" / name, lines(rows))


def requests(said: tuple[Said, ...]) -> list[dict[str, Any]]:
    """The requests of a Copilot chat."""
    made: list[dict[str, Any]] = []
    for number, (role, first, given, output) in enumerate(said):
        if role == "user":
            metadata: dict[str, Any] = {"toolCallRounds": [], "toolCallResults": {}}
            made.append(
                {
                    "requestId": f"r{number}",
                    "timestamp": at(number) * 1000,
                    "message": {"text": first, "parts": []},
                    "response": [{"kind": "mcpServersStarting"}],
                    "result": {"metadata": metadata},
                }
            )
        elif role == "tool":
            call = {"id": f"c{number}", "name": first, "arguments": json.dumps(given)}
            metadata = made[-1]["result"]["metadata"]
            metadata["toolCallRounds"].append({"response": "", "toolCalls": [call]})
            metadata["toolCallResults"][f"c{number}"] = {"content": [{"value": output}]}
            part = {"kind": "toolInvocationSerialized", "toolCallId": f"c{number}", "toolId": "copilot_tool"}
            made[-1]["response"] += [{**part, "isComplete": False}, {**part, "isComplete": True}]
        else:
            half = len(first) // 2
            made[-1]["response"] += [
                {"kind": "thinking", "value": "hm"},
                {"value": first[:half]},
                {"value": first[half:]},
            ]
    return made


def _chat_folder(folder: Path, cwd: str) -> Path:
    workspace = folder / ".config/Code/User/workspaceStorage/5f5f5f5f"
    _file(workspace / "workspace.json", json.dumps({"folder": Path(cwd).as_uri()}).encode())
    return workspace / "chatSessions"


def _copilot_snapshot(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    state = {
        "version": 3,
        "sessionId": SESSION,
        "requests": requests(said),
        "customTitle": TITLE,
        "pending": None,
    }
    text = json.dumps(state, indent=2, ensure_ascii=False)
    return _file(_chat_folder(folder, cwd) / f"{SESSION}.json", text.encode())


def _copilot_log(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    state = {"version": 3, "sessionId": SESSION, "customTitle": "", "requests": []}
    rows: list[dict[str, Any]] = [{"kind": 0, "v": state}]
    for number, request in enumerate(requests(said)):
        rows.append(
            {"kind": 2, "k": ["requests"], "v": [{**request, "response": [], "result": None, "draft": 1}]}
        )
        rows.append({"kind": 2, "k": ["requests", number, "response"], "v": request["response"][:2]})
        rows.append({"kind": 2, "k": ["requests", number, "response"], "i": 0, "v": request["response"]})
        rows.append({"kind": 1, "k": ["requests", number, "result"], "v": request["result"]})
        rows.append({"kind": 3, "k": ["requests", number, "draft"]})
    rows.append({"kind": 1, "k": ["customTitle"], "v": TITLE})
    return _file(_chat_folder(folder, cwd) / f"{SESSION}.jsonl", lines(rows))


def _copilot_cli(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    def event(number: int, kind: str, data: dict[str, Any]) -> dict[str, Any]:
        return {"type": kind, "data": data, "id": f"e{number}", "timestamp": iso(number)}

    context = {"cwd": cwd, "branch": BRANCH}
    rows = [event(0, "session.start", {"sessionId": SESSION, "version": 1, "context": context})]
    for number, (role, first, given, output) in enumerate(said):
        if role == "tool":
            call = {"toolCallId": f"c{number}", "toolName": first, "arguments": given}
            rows.append(event(number, "tool.execution_start", call))
            done = {"toolCallId": f"c{number}", "success": True, "result": {"content": output}}
            rows.append(event(number, "tool.execution_complete", done))
        else:
            rows.append(event(number, f"{role}.message", {"content": first, "toolRequests": []}))
            rows.append(event(number, "assistant.message", {"content": "", "toolRequests": []}))
    return _file(folder / ".copilot/session-state" / f"{SESSION}.jsonl", lines(rows))


def _cursor_desktop(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    file = folder / ".config/Cursor/User/globalStorage/state.vscdb"
    file.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
        database.execute("CREATE TABLE composerHeaders (composerId TEXT PRIMARY KEY, value TEXT)")
        bubbles = [{"bubbleId": f"b{number}"} for number in range(len(said))]
        composer = {"composerId": SESSION, "createdAt": at(0) * 1000, "fullConversationHeadersOnly": bubbles}
        rows = [
            (f"composerData:{SESSION}", json.dumps(composer)),
            ("composerData:draft", '{"composerId": "draft"}'),
        ]
        for number, (role, first, given, output) in enumerate(said):
            bubble: dict[str, Any] = {
                "type": 1 if role == "user" else 2,
                "createdAt": iso(number),
                "text": first,
            }
            if role == "tool":
                tool = {"name": first, "params": json.dumps(given), "result": output, "status": "completed"}
                bubble |= {"text": "", "toolFormerData": tool}
            rows.append((f"bubbleId:{SESSION}:b{number}", json.dumps(bubble)))
        database.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", rows)
        header = {"name": TITLE, "workspaceIdentifier": {"uri": {"scheme": "file", "fsPath": cwd}}}
        database.execute("INSERT INTO composerHeaders VALUES (?, ?)", (SESSION, json.dumps(header)))
    database.close()
    return file


def _cursor_cli(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    hashed = hashlib.md5(cwd.encode(), usedforsecurity=False).hexdigest()
    file = folder / ".cursor/chats" / hashed / SESSION / "store.db"
    file.parent.mkdir(parents=True, exist_ok=True)
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "You are careful."},
        {"role": "user", "content": [{"type": "text", "text": "<user_info>\nOS: any\n</user_info>"}]},
    ]
    for number, (role, first, given, output) in enumerate(said):
        if role == "tool":
            call = {"type": "tool-call", "toolCallId": f"c{number}", "toolName": first, "args": given}
            messages.append({"role": "assistant", "content": [call]})
            result = {"type": "tool-result", "toolCallId": f"c{number}", "toolName": first, "result": output}
            messages.append({"role": "tool", "content": [result]})
        else:
            text = f"<user_query>\n{first}\n</user_query>" if role == "user" else first
            content = [{"type": "reasoning", "text": "hm"}, {"type": "text", "text": text}]
            messages.append(
                {"role": role, "content": content[role == "user" :], "createdAt": at(number) * 1000}
            )
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)")
        database.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)")
        rows = [(f"{number:04}", json.dumps(each).encode()) for number, each in enumerate(messages)]
        database.executemany("INSERT INTO blobs VALUES (?, ?)", [*rows, ("tree", b"\x0a\x20\x00\xff")])
        meta = {"agentId": SESSION, "name": TITLE, "workspacePath": cwd}
        database.execute("INSERT INTO meta VALUES ('0', ?)", (json.dumps(meta).encode().hex(),))
    database.close()
    return file


def _aider(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    text = "\n# aider chat started at 2025-11-03 10:00:00\n\n> Aider v0.86.0  \n> Git repo: .git with 12 files  \n\n"
    for role, first, _, output in said:
        prefix = {"user": "#### ", "tool": "> ", "assistant": ""}[role]
        blanks = "" if role == "assistant" else "  "
        body = output if role == "tool" else first
        text += "\n".join(f"{prefix}{line}{blanks}" for line in body.split("\n")) + "\n\n"
    return _file(folder / ".aider.chat.history.md", (text + "> Tokens: 4k sent, 210 received.  \n").encode())


def _specstory(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    text = "<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n# 2025-11-03 10:00:00Z\n\n"
    text += f"<!-- Claude Code Session {SESSION} (2025-11-03 10:00:00Z) -->\n\n"
    for number, (role, first, given, output) in enumerate(said):
        time = iso(number)[:19].replace("T", " ") + "Z"
        if role == "user":
            text += f"_**User ({time})**_\n\n{first}\n\n---\n\n"
            continue
        text += f"_**Agent (model-x {time})**_\n\n<think>hm</think>\n\n"
        if role == "tool":
            text += f'<tool-use data-tool-type="x" data-tool-name="{first}"><details>\n<summary>Tool use: **{first}**'
            shown = next(iter(given.values()))
            text += f"</summary>\n\n`{shown}`\n\n```text\n{output}\n```\n</details></tool-use>\n\n"
        else:
            text += f"{first}\n\n---\n\n"
    return _file(folder / ".specstory/history/2025-11-03_10-00-00Z-uploads-over-2-gb.md", text.encode())


def _specstory_v1(folder: Path, cwd: str, said: tuple[Said, ...]) -> Path:
    text = f"<!-- Generated by SpecStory -->\n\n# {TITLE} (2025-11-03 10:00Z)\n\n"
    for role, first, _, _ in said:
        if role != "tool":
            text += f"_**{role.capitalize()}**_\n\n{first}\n\n---\n\n"
    return _file(folder / ".specstory/history/2025-11-03_10-00Z-limits-of-uploads.md", text.encode())


def _file(file: Path, content: bytes) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


WRITERS: dict[Format, Callable[[Path, str, tuple[Said, ...]], Path]] = {
    Format.CLAUDE_CODE: _claude,
    Format.CODEX: _codex,
    Format.COPILOT_SNAPSHOT: _copilot_snapshot,
    Format.COPILOT_LOG: _copilot_log,
    Format.COPILOT_CLI: _copilot_cli,
    Format.CURSOR_DESKTOP: _cursor_desktop,
    Format.CURSOR_CLI: _cursor_cli,
    Format.AIDER: _aider,
    Format.SPECSTORY: _specstory,
    Format.SPECSTORY_V1: _specstory_v1,
}
