"""The one façade: what an editor, a terminal or an assistant may ask of a project's memory.

`Memory` is imported when it is first asked for: the requests and the wire forms beside it are used by code that must
start quickly and may never open a memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from whylens.memory.memory import Memory

__all__ = ["Memory"]


def __getattr__(name: str) -> Any:
    if name == "Memory":
        from whylens.memory.memory import Memory

        return Memory
    raise AttributeError(name)
