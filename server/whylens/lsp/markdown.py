"""Data made safe to stand in Markdown: it can be read, and can do nothing. Pure."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

from whylens.memory.shown import plain

# What opens a construct anywhere in a line: emphasis, code, links, HTML, strike-through, entities, editor icons.
# An underscore between letters opens nothing and stays readable.
_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=#?\w+;)|\$(?=\()|(?<![^\W_])_|_(?![^\W_])")
# What GFM turns into links by itself: addresses with a scheme, `www.`, and e-mail addresses.
_AUTOLINK = re.compile(r"(?i)(?<=[a-z])(?=://)|(?<=\bwww)(?=\.)|(?<=[\w.+\-])(?=@\w)")
# What opens a block at the start of a line: heading, list, underline, quotation.
_LINE_START = re.compile(r"^(\d{0,9})(?=[#+\-=>.)])")
# Quoted code keeps its form: nothing inside it is interpreted.
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_URL_SAFE = "/:?#@!$&'*+,;=%-._~"


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


def command_link(label: str, command: str, *arguments: Any) -> str:
    """A link that runs a command of the client. *label* must be safe already; the arguments are encoded whole."""
    return f"[{label}](command:{command}?{quote(json.dumps(arguments), safe='')})"


def file_link(label: str, uri: str, line: int) -> str:
    """A link to a line of a file. *label* must be safe already."""
    return f"[{label}]({quote(uri, safe=_URL_SAFE)}#L{line})"
