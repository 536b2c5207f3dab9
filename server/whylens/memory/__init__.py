"""The one façade: what an editor, a terminal or an assistant may ask of a project's memory."""

from whylens.memory.memory import Memory

__all__ = ["Memory"]
