"""What a terminal printed, as text: without colours, cursor moves, and the lines that were written over. Pure."""

from __future__ import annotations

import re

from whylens.normalize.truncate import truncate

#: Characters kept of an output; the client sends no more, other clients might.
MOST_OUTPUT = 64 * 1024

_WHOLE_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)h")
_ESCAPE = re.compile(
    r"""(?x)
      \x1b \] [^\x07\x1b]* (?: \x07 | \x1b\\ | \Z)     # window titles, marks of the shell integration, links
    | \x1b [PX^_] .*? (?: \x1b\\ | \Z)                  # strings for the device
    | (?: \x1b\[ | \x9b) [0-?]* [ -/]* [@-~]            # colours, cursor moves
    | \x1b [ -/]* [0-~]                                 # the rest
    | \x1b \Z | [\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]
    """,
    re.DOTALL,
)


def plain_output(raw: str) -> str:
    """*raw* (what a terminal was sent) as it reads on the screen, roughly, in at most `MOST_OUTPUT` characters.

    Nothing of a program that takes the whole screen: an editor, a pager, an assistant's own window.
    """
    if _WHOLE_SCREEN.search(raw):
        return ""
    text = _without_escapes(truncate(raw, 2 * MOST_OUTPUT, longest_line=2 * MOST_OUTPUT)).replace(
        "\r\n", "\n"
    )
    lines = (_without_erased(_last_written(line)).rstrip() for line in text.split("\n"))
    return truncate("\n".join(lines).strip("\n"), MOST_OUTPUT)


def _without_escapes(text: str) -> str:
    """One at a time: a single substitution over a long output lets no other thread run meanwhile."""
    kept, end = list[str](), 0
    for escape in _ESCAPE.finditer(text):
        kept.append(text[end : escape.start()])
        end = escape.end()
    return "".join((*kept, text[end:]))


def _last_written(line: str) -> str:
    """Of a progress bar that writes over itself, what stood there at the end."""
    return next((part for part in reversed(line.split("\r")) if part), "")


def _without_erased(line: str) -> str:
    if "\b" not in line:
        return line
    kept: list[str] = []
    for each in line:
        if each != "\b":
            kept.append(each)
        elif kept:
            kept.pop()
    return "".join(kept)
