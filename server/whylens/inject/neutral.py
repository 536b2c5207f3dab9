"""Makes the text of a card safe to quote in a prompt: one line, no markup, nothing invisible."""

from __future__ import annotations

import unicodedata

#: Marks that could open code, a link, an image, HTML or a forged handle, and what stands for them.
_STAND_INS = str.maketrans({"`": "'", '"': "'", "<": "‹", ">": "›", "[": "(", "]": ")", "“": "'", "”": "'"})
#: Invisible characters: control, format (bidirectional, zero width, tags), surrogates, private use.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
#: Selectors that change nothing visible after a letter, and can carry hidden text.
_SELECTORS = range(0xE0100, 0xE01F0)


def neutral(text: str, limit: int) -> str:
    """*text* on one line of at most *limit* characters, cut with `…`, without markup and hidden signs."""
    line = " ".join(_visible(text).translate(_STAND_INS).split())
    line = line.replace("~~~", "~").replace("***", "*").replace("---", "-")
    return line if len(line) <= limit else _cut(line, limit)


def _visible(text: str) -> str:
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if char.isspace() else char for char in text if char.isspace() or _is_seen(char))


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in _UNSEEN and ord(char) not in _SELECTORS


def _cut(line: str, limit: int) -> str:
    """The start of *line*, ended at a space when one is near: text without spaces is cut anywhere."""
    head = line[: max(0, limit - 1)]
    space = head.rfind(" ")
    return (head[:space] if space > limit * 2 // 3 else head).rstrip() + "…"
