"""What redaction knows of a project: the key that makes its masks and pseudonyms its own, and its internal domains.

Whoever acts for a project wears its disguise (`with wearing(disguise): …`); every redaction inside uses it. Without
one, masks say the kind alone: nothing is ever told by a digest that somebody else could compute.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from hashlib import blake2b

#: Bytes of the digest in a mask and in a pseudonym: two secrets of a project share a mask once in 16 million times.
_TAG_BYTES, _NAME_BYTES = 3, 5

#: The form of a pseudonym; such a name is nobody's any more.
PSEUDONYM = re.compile(r"dev-[0-9a-f]{10}")

_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")
_NO_LETTER = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Disguise:
    """`key`: random bytes of one project, never leaving its folder; empty for none. `internal_domains`: lower case."""

    key: bytes = field(default=b"", repr=False)
    internal_domains: tuple[str, ...] = ()

    def tag(self, secret: str) -> str:
        """Six hexadecimal digits, the same for the same secret in this project; empty without a key."""
        return self._digest(b"mask", secret, _TAG_BYTES)

    def pseudonym(self, person: str) -> str:
        """A stable name for `person`: an address (with or without a name before it), else a name or a handle.

        Empty without a key.
        """
        address = _ADDRESS.search(person)
        name = address.group().lower() if address else _NO_LETTER.sub(" ", person).strip().casefold()
        digest = self._digest(b"person", name, _NAME_BYTES)
        return f"dev-{digest}" if digest else ""

    def _digest(self, use: bytes, text: str, size: int) -> str:
        if not self.key:
            return ""
        data = text.encode("utf-8", "surrogatepass")
        return blake2b(data, key=self.key[:64], person=use, digest_size=size).hexdigest()


#: No project: masks without tags.
PLAIN = Disguise()

_WORN: ContextVar[Disguise] = ContextVar("disguise", default=PLAIN)


def worn() -> Disguise:
    """The disguise of the project this is done for."""
    return _WORN.get()


@contextmanager
def wearing(disguise: Disguise) -> Generator[None]:
    """Redact as `disguise` says within the block."""
    before = _WORN.set(disguise)
    try:
        yield
    finally:
        _WORN.reset(before)
