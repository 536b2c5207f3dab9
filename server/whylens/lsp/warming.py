"""Reads one message of each common kind before the first real one comes.

The code that reads a kind is made at its first use. That takes 10 ms for some, and would be on the event loop, in the
middle of the first words somebody types.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from whylens.lsp import messages

_AT = {"line": 0, "character": 0}
_RANGE = {"start": _AT, "end": _AT}
_DOCUMENT = {"uri": "file:///warming"}
_VERSIONED = {**_DOCUMENT, "version": 1}

#: Params of the protocol's own messages; those with an id are requests.
_STANDARD: tuple[tuple[str, int | None, dict[str, Any]], ...] = (
    (
        "textDocument/didOpen",
        None,
        {"textDocument": {**_VERSIONED, "languageId": "plaintext", "text": ""}},
    ),
    (
        "textDocument/didChange",
        None,
        {
            "textDocument": _VERSIONED,
            "contentChanges": [{"range": _RANGE, "text": ""}, {"text": ""}],
        },
    ),
    ("textDocument/didSave", None, {"textDocument": _DOCUMENT}),
    ("textDocument/didClose", None, {"textDocument": _DOCUMENT}),
    ("textDocument/codeLens", 1, {"textDocument": _DOCUMENT}),
    ("textDocument/hover", 1, {"textDocument": _DOCUMENT, "position": _AT}),
    (
        "textDocument/codeAction",
        1,
        {"textDocument": _DOCUMENT, "range": _RANGE, "context": {"diagnostics": [], "triggerKind": 1}},
    ),
    ("workspace/executeCommand", 1, {"command": "", "arguments": []}),
)

_OURS: tuple[tuple[type[Any], dict[str, Any]], ...] = (
    (
        messages.DiagnosticsParams,
        {
            "uri": "",
            "diagnostics": [{"range": _RANGE, "message": "", "severity": 1, "code": "", "source": ""}],
        },
    ),
    (messages.FocusParams, {"range": _RANGE}),
    (messages.TerminalCommandParams, {"command": ""}),
    (messages.TaskFinishedParams, {"name": ""}),
    (messages.ChatTurnParams, {"session": "", "turn": 0, "speaker": "user", "text": ""}),
)


def warm(structure: Callable[[dict[str, Any]], Any]) -> None:
    """Read them all and drop them. *structure* is how the protocol reads a message; blocks some 40 ms."""
    for method, number, params in _STANDARD:
        request = {} if number is None else {"id": number}
        structure({"jsonrpc": "2.0", **request, "method": method, "params": params})
    for wanted, params in _OURS:
        messages.read(wanted, params)
