"""Makes the text of a card safe to quote in a prompt: one line, nothing invisible, nothing that opens or closes.

Code stays readable: `->`, `Vec<T>`, `a < b` and `list[0]` are what they were. Only what could be taken for an end of
our wrapper, a role of a chat, active HTML, a link, a code fence or a forged handle is written with other signs.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

#: The element the notes are wrapped in. No text of a card can open or close it.
TAG = "whylens-notes"
_NAME = TAG.partition("-")[0]

#: Signs that would end our quotation, open code, or are taken for angle brackets; and what stands for them.
_STAND_INS = str.maketrans({
    **dict.fromkeys('`"“”„‟＂', "'"), **dict.fromkeys("＜﹤〈⟨", "‹"), **dict.fromkeys("＞﹥〉⟩", "›"),
})  # fmt: skip
#: Invisible characters: control, format (bidirectional, zero width, tags), surrogates, private use.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
#: Selectors that change nothing visible after a letter, and can carry hidden text.
_SELECTORS = range(0xE0100, 0xE01F0)

#: Elements by which chats tell who speaks, and those a page acts on.
_ACTIVE = frozenset(
    """
    system assistant user human developer instruction instructions prompt context tool tools function functions invoke
    parameter parameters im_start im_end im_sep endoftext s bos eos inst sys think thinking script style iframe object
    embed svg math img video audio form input button meta link base body html head template a
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
_ACTIVE_BEGINNINGS = ("system-", "system_", "tool-", "tool_", "function-", "function_", "antml")
_ANGLE = re.compile(r"<(?=(\s*)([/\\!?|\s]*)([\w:.-]*))")
_ATTRIBUTE = re.compile(r"<[a-z][\w:-]*\s+[\w:-]+\s*=\s*['\w]", re.IGNORECASE)
_FENCE = re.compile(r"([~*-])\1{2,}")
_LINK = re.compile(r"\](?=\()|!(?=\[[^\]]{0,300}\][ (])")
_HANDLE = re.compile(r"\[(?=\s*[wｗ]\s*[^\w\s])|\[(?=/?INST\b)", re.IGNORECASE)


def neutral(text: str, limit: int) -> str:
    """*text* on one line of at most *limit* characters, cut with `…`, that can end nothing and says no more than it
    shows."""
    line = " ".join(_visible(text).translate(_STAND_INS).split())
    line = _LINK.sub(lambda found: f"{found[0]} ", _FENCE.sub(r"\1", line))
    if len(line) > limit:
        line = _cut(line, limit)
    return _ANGLE.sub(_angle, _HANDLE.sub("(", line))


def _angle(found: re.Match[str]) -> str:
    """`<`, or `‹` where it could open or close something: our wrapper under any spelling, a role or a mark of a chat, a
    comment, a tag with attributes. A type in capitals after a name (`List<User>`) is a type."""
    line, at = found.string, found.start()
    space, marks, name = found.groups()
    if "|" in marks or line.startswith("<!--", at) or not name.isascii():
        return "‹"
    if _ATTRIBUTE.match(line, at) or _spells_our_name(line, at):
        return "‹"
    is_active = name.lower() in _ACTIVE or name.lower().startswith(_ACTIVE_BEGINNINGS)
    is_type = name[:1].isupper() and line[at - 1 : at].isalnum()
    return "‹" if is_active and not space and not is_type else "<"


def _spells_our_name(line: str, at: int) -> bool:
    """Whether the next letters of *line* are those of our wrapper, in any width and with whatever between them."""
    letters = (unicodedata.normalize("NFKD", line[place])[:1] for place in range(at, len(line)))
    return "".join(islice(filter(str.isalnum, letters), len(_NAME))).casefold() == _NAME


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
