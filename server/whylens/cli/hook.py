"""`whylens hook`: an assistant's tool call, as its hook hands it over on standard input, left for the language server.

It never fails its caller and says nothing: whatever is wrong, the exit code is 0. Only what was run, on which files and
how it ended is kept, never the content of a file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from whylens.model.happening import ToolUsed

#: Bytes read of what an assistant says; more is output, and of that the beginning is enough.
MOST_READ = 4_000_000
#: Tools whose answer is what a file holds: of those only the name of the file is kept.
_OF_CONTENT = ("read", "view", "cat", "grep", "glob", "ls", "search", "fetch", "notebookread", "websearch")
_PATHS = ("file_path", "path", "notebook_path", "filePath", "target_file")
_BEFORE = ("pretooluse", "beforeshellexecution", "beforemcpexecution", "beforereadfile")
_FAILED = ("posttoolusefailure",)

Given = Mapping[str, Any]


def main(arguments: list[str]) -> int:
    """Read one hook call from standard input; always 0."""
    try:
        given = json.loads(sys.stdin.buffer.read(MOST_READ))
        if isinstance(given, dict):
            _leave(cast("Given", given), _option(arguments, "--home"))
    except Exception:  # noqa: BLE001 - whatever it is, the assistant's tool must not fail because of it
        return 0
    return 0


def _leave(given: Given, home: str | None) -> None:
    folder = _folder(given)
    if folder is None:
        return
    # here: a call in a folder that nobody captures should end at once
    from whylens.capture import spool
    from whylens.runtime.project import find_project

    place = spool.place(find_project(folder).key, Path(home) if home else None)
    if place.is_dir() and (used := tool_used(given)) is not None:
        spool.put(place, used)


def tool_used(given: Given) -> ToolUsed | None:
    """What a hook call tells of; None when there is nothing in it, or it is about Whylens itself.

    Understands Claude Code (`PreToolUse`, `PostToolUse`, `PostToolUseFailure`) and Cursor (`afterShellExecution`,
    `afterFileEdit`, `afterMCPExecution`, `postToolUse`).
    """
    import time

    from whylens.model.happening import ToolUsed

    event = _text(given, "hook_event_name").lower()
    tool = _text(given, "tool_name") or {"aftershellexecution": "Shell", "beforeshellexecution": "Shell",
                                         "afterfileedit": "Edit"}.get(event, "")  # fmt: skip
    input_ = _object(given.get("tool_input")) or given
    command = _text(input_, "command")
    files = tuple(dict.fromkeys(_files(input_)))
    what = command or _text(input_, "description") or " ".join((tool, *files))
    if not tool or _is_ours(tool, command):
        return None
    return ToolUsed(
        at=time.time(),
        tool=tool,
        what=what,
        files=files,
        succeeded=_outcome(event, given),
        output="" if _tells_content(tool) or not command else _output(given),
        session=_text(given, "session_id") or _text(given, "conversation_id"),
    )


def _folder(given: Given) -> str | None:
    roots = given.get("workspace_roots")
    if isinstance(roots, list) and roots and isinstance(roots[0], str):  # pyright: ignore[reportUnknownArgumentType]
        return roots[0]
    return _text(given, "cwd") or None


def _files(input_: Given) -> Iterator[str]:
    yield from (found for name in _PATHS if (found := _text(input_, name)))
    edits: Any = input_.get("edits")
    for each in cast("list[Any]", edits) if isinstance(edits, list) else []:
        if found := _text(_object(each) or {}, "file_path"):
            yield found


def _outcome(event: str, given: Given) -> bool | None:
    """Whether the tool did what it was asked; None while it runs, and where the assistant does not say."""
    if event in _BEFORE:
        return None
    if event in _FAILED or given.get("error"):
        return False
    answer = _answer(given)
    for name in ("exit_code", "exitCode", "returncode"):
        if type(answer.get(name)) is int:
            return answer[name] == 0
    if answer.get("is_error") or answer.get("isError") or answer.get("interrupted") or answer.get("error"):
        return False
    if answer.get("success") is False:
        return False
    return None if event == "aftershellexecution" else True


def _output(given: Given) -> str:
    answer = _answer(given)
    parts = (answer.get(name) for name in ("stdout", "stderr", "output", "content", "text"))
    told = [
        each for each in (*parts, given.get("output"), given.get("error")) if isinstance(each, str) and each
    ]
    plain = given.get("tool_response")
    return "\n".join([*([plain] if isinstance(plain, str) else []), *told])


def _answer(given: Given) -> Given:
    """The answer of the tool, where it is an object; Cursor writes it as JSON in a text."""
    for name in ("tool_response", "tool_output", "result_json"):
        found = given.get(name)
        if isinstance(found, str) and found.startswith("{"):
            try:
                found = json.loads(found)
            except ValueError:
                continue
        if (answer := _object(found)) is not None:
            return answer
    return {}


def _is_ours(tool: str, command: str) -> bool:
    first = command.split(maxsplit=1)[0] if command.strip() else ""
    return "whylens" in tool.lower() or first.rpartition("/")[2] == "whylens"


def _tells_content(tool: str) -> bool:
    return tool.lower() in _OF_CONTENT


def _text(given: Given, name: str) -> str:
    found = given.get(name)
    return found if isinstance(found, str) else ""


def _object(given: Any) -> Given | None:
    return cast("Given", given) if isinstance(given, dict) else None


def _option(arguments: list[str], name: str) -> str | None:
    for given, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if given == name:
            return following
        if given.startswith(f"{name}="):
            return given.partition("=")[2]
    return None
