"""Finds what its author marked as private: `<private> … </private>`, in any case, nested, or open to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from whylens.normalize.finding import Finding
from whylens.normalize.page import Page

RULE = "private"

#: How a tag begins, as it is or escaped for HTML or JSON.
_NEEDLES = (b"<private", b"< private", b"&lt;private", b"\\u003cprivate")
_TAG = re.compile(
    rb"""(?x)
    (?: < | &lt; | \\u003c ) \s{0,4} (?P<end> /|\\/ )? \s{0,4} private
    (?: \s{1,4} [\w:-]{1,40} \s? = \s? \\? (?: "[^"\n]{0,100}" | '[^'\n]{0,100}' | [^\s<>"'&]{1,100} ) ){0,4}
    \s{0,4} (?P<empty> / )? (?: > | &gt; | \\u003e )
    """
)


def private(page: Page) -> Iterator[Finding]:
    """The stretches marked as private, with their tags: from the first opening tag to the closing one that ends it."""
    if b"private" not in page.lower or not any(needle in page.lower for needle in _NEEDLES):
        return
    depth = start = 0
    for tag in _TAG.finditer(page.lower):
        if tag["empty"]:
            continue  # <private/> holds nothing
        if tag["end"] is None:
            start = tag.start() if depth == 0 else start
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                yield Finding(RULE, start, tag.end())
    if depth:
        yield Finding(RULE, start, len(page.text))


def without_private(text: str) -> str:
    """`text` with every private stretch replaced by a mark; for texts too long to be searched whole for the rest."""
    parts: list[str] = []
    end = 0
    for one in private(Page(text)):
        lines = "\n" * text.count("\n", one.start, one.end)
        parts += (text[end : one.start], f"[redacted:{RULE}]{lines}")
        end = one.end
    return "".join([*parts, text[end:]]) if parts else text
