"""What a user typed in a turn, as far as it can be told from what was pasted: logs, compiler output, documents."""

from __future__ import annotations

import re

#: Characters from which a turn holds something pasted, and what of its first and last paragraph is then looked at.
_LONG, _ENDS = 1_500, 700

#: A line no person types: of a log, a compiler, a linter, a stack trace, a terminal, a table.
_PRINTED = re.compile(
    r"""
    ^\s*(?: \[[\w .:+-]+\]\s | [\w./-]+:[\w-]+:\s | npm\ (?:ERR|WARN|error|warn) | \#\d+\s | [>$%❯➜]\s | \|
      | (?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|error|warning|fatal|panic)(?:\[\w+\])?\s*[:\]]
      | at\ [\w.<>$\[\]]+.*[(:] | File\ "[^"]+",\ line | Traceback\ \( | Caused\ by: | During\ handling\ of
      | \d{4}-\d\d-\d\d[T ]\d\d:\d\d | \d\d:\d\d:\d\d | \d+\.\d{2,}\s | \d+:\d+\s | \d+→ | [+-]\s*\d+\s | [×✗✖✘❌⨯✓✔✅⚠]
      | (?:PASS|FAIL|FAILED|ok|---|===)\s+\S | [\w./-]+\.\w{1,4}[:(]\d+ | Use\ ".*"\ for | goroutine\ \d )
    | \berror\ (?:TS|E|CS|C)\d+ | \(\d+,\d+\): | \.\w{1,4}:\d+:\d+ | \bModule\ not\ found\b | node_modules/
    | \bis\ (?:\w+|assigned\ a\ value)\ but\ (?:never|its\ value)\b | \b[A-Z]\w*(?:Error|Exception)\b:\s
    | \b[A-Z]\w*Warning:\  | \bexit\ (?:code|status)\ \d
    | \bRetrying\b
    """,
    re.VERBOSE,
)
_PARAGRAPH = re.compile(r"\n\s*\n")


def unprinted(text: str) -> str:
    """*text* without the lines that were printed by something."""
    return "\n".join(line for line in text.split("\n") if not _PRINTED.search(line))


def typed(text: str) -> str:
    """*text* without the lines that were printed by something; of a long one only how it begins and ends."""
    own = unprinted(text)
    if len(own) <= _LONG:
        return own
    paragraphs = [each for each in _PARAGRAPH.split(own) if each.strip()]
    ends = [paragraphs[0], paragraphs[-1]] if len(paragraphs) > 1 else paragraphs
    return "\n\n".join(each for each in ends if len(each) <= _ENDS)
