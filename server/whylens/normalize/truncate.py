"""Cuts long text to size: the head and the tail stay, and the cut says how much is gone."""

from __future__ import annotations

import re

#: Share of the kept characters that goes to the head: what was run or asked stands there, the outcome at the tail.
HEAD_SHARE = 0.65

#: Characters a line may have; a longer one keeps its own head and tail.
LONGEST_LINE = 2_000

#: A redaction mark is never cut in two; none is longer than this.
_LONGEST_MARK = 64
_CUT_MARK = re.compile(r"\[redacted:[a-z0-9-]{0,40}\Z|\[r?e?d?a?c?t?e?d?\Z")


def truncate(text: str, limit: int, *, longest_line: int = LONGEST_LINE) -> str:
    """`text` with at most `limit` characters and no line over `longest_line`; cuts read `… [N characters cut] …`."""
    text = cut_lines(text, longest_line)
    return text if len(text) <= limit else keep_ends(text, text, len(text), limit)


def cut_lines(text: str, longest_line: int = LONGEST_LINE) -> str:
    """`text` with every line of more than `longest_line` characters cut in its middle."""
    if len(text) <= longest_line:
        return text
    return "\n".join(
        line if len(line) <= longest_line else keep_ends(line, line, len(line), longest_line)
        for line in text.split("\n")
    )


def keep_ends(head: str, tail: str, total: int, limit: int) -> str:
    """The start of `head` and the end of `tail` of a text of `total` characters, in `limit` with the mark between."""
    room = limit - len(_mark(total))
    if room <= 0:
        return head[: max(0, limit)]
    first = int(room * HEAD_SHARE)
    kept_head = _without_half_mark(head[:first])
    kept_tail = _without_half_mark_before(tail, max(0, len(tail) - (room - first)))
    return f"{kept_head}{_mark(total - len(kept_head) - len(kept_tail))}{kept_tail}"


def _mark(count: int) -> str:
    return f"… [{count} characters cut] …"


def _without_half_mark(head: str) -> str:
    half = _CUT_MARK.search(head, max(0, len(head) - _LONGEST_MARK))
    return head[: half.start()] if half else head


def _without_half_mark_before(text: str, start: int) -> str:
    """The text from `start`, or from after the redaction mark that `start` stands in."""
    opened = text.rfind("[redacted:", max(0, start - _LONGEST_MARK), start + len("redacted:"))
    closed = text.find("]", opened, start + _LONGEST_MARK) if 0 <= opened < start else -1
    return text[closed + 1 :] if closed >= start else text[start:]
