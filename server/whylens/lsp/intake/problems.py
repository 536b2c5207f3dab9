"""Diagnostics of other tools as the memory takes them: only what is an error or a warning, each in its function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from whylens.lsp.messages import DiagnosticsParams, read
from whylens.model.happening import Problem, Severity

#: Diagnostics of a file that are looked at.
MOST_PROBLEMS = 50

_SEVERITIES = {
    types.DiagnosticSeverity.Error: Severity.ERROR,
    types.DiagnosticSeverity.Warning: Severity.WARNING,
}


def problems(given: Any, symbol_of: Callable[[int], tuple[str, ...]]) -> tuple[Problem, ...] | None:
    """The problems in *given*, the params of `whylens/diagnostics`, worst first; None when they cannot be read.

    `symbol_of` tells the symbol around a line (1-based).
    """
    try:
        diagnostics = read(DiagnosticsParams, given).diagnostics
    except JsonRpcInvalidParams:
        return None
    kept = [each for each in diagnostics if each.severity in _SEVERITIES]
    kept.sort(key=lambda each: each.severity or 0)
    return tuple(dict.fromkeys(_problem(each, symbol_of) for each in _first(kept)))


def _first(kept: Sequence[types.Diagnostic]) -> Sequence[types.Diagnostic]:
    return kept[:MOST_PROBLEMS]


def _problem(each: types.Diagnostic, symbol_of: Callable[[int], tuple[str, ...]]) -> Problem:
    line = each.range.start.line + 1
    return Problem(
        message=each.message.strip(),
        severity=_SEVERITIES[each.severity or types.DiagnosticSeverity.Error],
        code=str(each.code) if each.code is not None else "",
        tool=each.source or "",
        line=line,
        symbol=symbol_of(line),
    )
