"""Names that a question says letter by letter: identifiers, error codes, paths; and cards at a symbol it names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import Card
from whylens.recall.wording import shares_held

# What is joined by one or two signs is one name: a dotted name, a path, an option, an error code.
_CHUNK = re.compile(r"\w+(?:[-./\\:@+#]{1,2}\w+)*")
_HUMP = re.compile(r"[a-z][A-Z]")
#: A shorter one is hardly a name, and is found inside of other words.
SHORTEST = 4
#: So many names of a long question are looked for.
LIMIT = 24


def exact_names(text: str) -> list[str]:
    """The distinct names in *text*, in small letters: what has a digit, a `_`, a hump, or nothing but capitals."""
    chunks = (chunk for chunk in _CHUNK.findall(text) if len(chunk) >= SHORTEST and _is_name(chunk))
    return list(dict.fromkeys(chunk.lower() for chunk in chunks))[:LIMIT]


def shares_exact(query: str, texts: Sequence[str]) -> list[float]:
    """For each of the `text_of` cards the share (0..1) of the names in *query* it holds as they are written."""
    return shares_held(exact_names(query), texts, at_least=1.0)


def names_symbol(text: str, card: Card) -> bool:
    """Whether *text* (in small letters) says the name of a symbol of *card*."""
    innermost = (symbol.rpartition(SYMBOL_SEPARATOR)[2].lower() for symbol in card.symbols)
    return any(len(name) > SHORTEST and name in text for name in innermost)


def _is_name(chunk: str) -> bool:
    return "_" in chunk or chunk.isupper() or any(map(str.isdigit, chunk)) or _HUMP.search(chunk) is not None
