"""What anchors are measured against: the same line, the same name, a line diff, and the name before the diff."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.anchors import Answer, Task

#: How a definition of NAME starts a line, per language.
_HEADS = {
    "Python": r"^\s*(async\s+)?def\s+NAME\s*\(",
    "Go": r"^func\s+(\([^)]*\)\s*)?NAME\s*[\(\[]",
    "Rust": r"^\s*(pub(\([^)]*\))?\s+)?((async|const|unsafe|extern\s+\"C\")\s+)*fn\s+NAME\s*[<(]",
    "TypeScript": (
        r"^\s*(export\s+)?(default\s+)?((public|private|protected|static|async|readonly|override|get|set|abstract)\s+)*"
        r"(function\*?\s+NAME\b|(const|let|var)\s+NAME\s*=|NAME\s*(<[^>]*>)?\([^;]*$|NAME\s*=\s*(async\s*)?\()"
    ),
    "Java": r"^\s*(?!return\b|new\b|else\b|throw\b)([\w<>\[\],.?@ ]+\s+)?NAME\s*\([^;]*$",
    "C": r"^(?!\s*(return|if|else|while|for|switch)\b)[\w\s\*\(\)]*?\bNAME\s*\([^;]*$",
}
_ALIKE_FROM = 0.3


def _answer(path: str | None = None, start: int | None = None, probe: int | None = None) -> Answer:
    from bench.anchors import Answer

    return Answer(path, start, probe)


def same_line(task: Task) -> Answer:
    """Nothing ever moves."""
    return _answer(task.path, task.start, task.probe) if task.path in task.files else _answer()


def same_name(task: Task) -> Answer:
    """The nearest definition of that name in the file, else the only one elsewhere; probes are not followed."""
    if task.path in task.files:
        line = _find(task, task.files[task.path])
        if line is not None:
            return _answer(task.path, line)
    found = [(path, _find(task, text)) for path, text in task.files.items() if path != task.path]
    found = [(path, line) for path, line in found if line is not None]
    return _answer(*found[0]) if len(found) == 1 else _answer()


def line_diff(task: Task) -> Answer:
    """Where the lines of the symbol went, by a diff of whole files."""
    targets = [task.path] if task.path in task.files else list(task.files)
    best = max((_kept(task, path) for path in targets), default=(0.0, "", 0), key=lambda one: one[0])
    probe = _probe(task)
    return _answer(best[1], best[2], probe) if best[0] >= _ALIKE_FROM else _answer(probe=probe)


def name_then_diff(task: Task) -> Answer:
    """The name where it is found, else the diff."""
    named = same_name(task)
    return line_diff(task) if named.path is None else _answer(named.path, named.start, _probe(task))


BASELINES: dict[str, Callable[[Task], Answer]] = {
    "same line": same_line,
    "same name": same_name,
    "line diff": line_diff,
    "name then diff": name_then_diff,
}


def _find(task: Task, text: str) -> int | None:
    pattern = _HEADS[task.language].replace("NAME", re.escape(task.name))
    lines: list[int] = []
    for match in re.finditer(pattern, text, re.MULTILINE):
        line = text.count("\n", 0, match.start()) + 1
        head = text.split("\n")[line - 1]
        if task.language == "C" and head[:1].isspace():
            continue
        lines.append(line if head.strip() else line + 1)
    return min(lines, key=lambda line: abs(line - task.start), default=None)


def _kept(task: Task, path: str) -> tuple[float, str, int]:
    """The share of the symbol's lines that survive in `path`, and where it would begin there."""
    old, mapping = task.old_text.split("\n"), _map(task.old_text, task.files[path])
    own = range(task.start, task.end + 1)
    kept = [line for line in own if line in mapping and re.search(r"\w", old[line - 1])]
    total = sum(bool(re.search(r"\w", old[line - 1])) for line in own)
    if not kept:
        return 0.0, path, 0
    return len(kept) / max(1, total), path, mapping[kept[0]] - (kept[0] - task.start)


def _probe(task: Task) -> int | None:
    if task.probe is None or task.path not in task.files:
        return None
    return _map(task.old_text, task.files[task.path]).get(task.probe)


@cache
def _map(old: str, new: str) -> dict[int, int]:
    """Line numbers of `old` to those of `new` for the lines a diff keeps."""
    matcher = difflib.SequenceMatcher(None, old.split("\n"), new.split("\n"), autojunk=False)
    return {
        first + step + 1: second + step + 1
        for first, second, size in matcher.get_matching_blocks()
        for step in range(size)
    }
