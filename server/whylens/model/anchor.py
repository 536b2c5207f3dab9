"""How a card finds its place in code that moves: an anchor, and the place it resolves to."""

from __future__ import annotations

from dataclasses import dataclass

from whylens.model.words import AnchorState

#: Joins the parts of a symbol path when it is shown or stored as text.
SYMBOL_SEPARATOR = " › "


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place in code, described so that it can be found again after edits, renames and moves.

    `path` is repo-relative with forward slashes. `symbol` is the path of names from the outermost scope
    (`("Parser", "parse")`), empty for the whole file. Hashes are over tree-sitter tokens, so white space, comments and
    formatting do not matter. `sketch` holds 32-bit hashes of the normalised lines of the body (at most 256), for
    similarity after edits and for placing a line inside the symbol. `context` holds a few literal lines around
    `line`, the last resort. `line` (1-based) is where the statement stood; `commit` is where it was taken.
    `rival` (0 to 1) is how alike the most similar other symbol of the file was, 1 when unknown: a
    look-alike is never followed under another name.
    """

    path: str
    symbol: tuple[str, ...] = ()
    symbol_kind: str = ""
    signature_hash: str = ""
    body_hash: str = ""
    sketch: tuple[int, ...] = ()
    context: tuple[str, ...] = ()
    line: int | None = None
    commit: str = ""
    rival: float = 1.0

    @property
    def symbol_text(self) -> str:
        """The symbol path as it is shown."""
        return SYMBOL_SEPARATOR.join(self.symbol)


@dataclass(frozen=True, slots=True)
class Place:
    """Where an anchor resolves in one text. Lines are 1-based and inclusive; all None when the state is `lost`."""

    state: AnchorState
    path: str
    symbol: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    name_line: int | None = None
    line: int | None = None
