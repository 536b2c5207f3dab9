"""Data made safe to stand in Markdown: it can be read, and can do nothing. Pure."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

# What opens a construct anywhere in a line: emphasis, code, links, HTML, strike-through, entities, editor icons.
# An underscore between letters opens nothing and stays readable.
_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=#?\w+;)|\$(?=\()|(?<![^\W_])_|_(?![^\W_])")
# What GFM turns into links by itself: addresses with a scheme, `www.`, and e-mail addresses.
_AUTOLINK = re.compile(r"(?i)(?<=[a-z])(?=://)|(?<=\bwww)(?=\.)|(?<=[\w.+\-])(?=@\w)")
# What opens a block at the start of a line: heading, list, underline, quotation.
_LINE_START = re.compile(r"^(\d{0,9})(?=[#+\-=>.)])")
# Quoted code keeps its form: nothing inside it is interpreted.
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_SPACE = re.compile(r"\s+")
# Characters that are invisible or reorder what follows them, and so may make text read as what it is not: soft hyphen,
# zero width, direction marks, separators; then control characters and halves of surrogate pairs.
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_URL_SAFE = "/:?#@!$&'*+,;=%-._~"


def plain(text: str) -> str:
    """*text* on one line, without control characters and without what reorders or hides text."""
    return _CONTROL.sub("", _SPACE.sub(" ", _UNSEEN.sub("", text))).strip()


def escaped(text: str) -> str:
    """*text* on one line, so that Markdown shows exactly it: no emphasis, link, image, HTML, icon or block.

    Words between single backticks stay code.
    """
    line, safe, end = plain(text), "", 0
    for code in _CODE.finditer(line):
        if "$(" not in code.group():
            safe += _escaped(line[end : code.start()]) + code.group()
            end = code.end()
    return _LINE_START.sub(r"\1\\", safe + _escaped(line[end:]))


def _escaped(words: str) -> str:
    return _AUTOLINK.sub(r"\\", _SPECIAL.sub(lambda found: "\\" + found.group(), words))


def cut(text: str, limit: int) -> str:
    """*text* cut at a word to at most *limit* characters, the cut marked."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    space = head.rfind(" ", limit // 2)
    return head[: space if space > 0 else None].rstrip() + "…"


def command_link(label: str, command: str, *arguments: Any) -> str:
    """A link that runs a command of the client. *label* must be safe already; the arguments are encoded whole."""
    return f"[{label}](command:{command}?{quote(json.dumps(arguments), safe='')})"


def file_link(label: str, uri: str, line: int) -> str:
    """A link to a line of a file. *label* must be safe already."""
    return f"[{label}]({quote(uri, safe=_URL_SAFE)}#L{line})"
