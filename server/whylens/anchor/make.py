"""Makes the anchor of a card: from a line, a symbol, or a whole file."""

from __future__ import annotations

from collections.abc import Sequence

from whylens.anchor.context import context_of
from whylens.anchor.languages import language_of
from whylens.anchor.likeness import rival_of
from whylens.anchor.outline import Outline, Symbol
from whylens.anchor.symbols import outline as read_outline
from whylens.anchor.symbols import symbol_at
from whylens.model.anchor import Anchor


def make_anchor(
    path: str,
    text: str,
    line: int | None = None,
    symbol: Sequence[str] | None = None,
    outline: Outline | None = None,
    commit: str = "",
) -> Anchor:
    """Return the anchor of a place in `text`, the content of the repo-relative `path`.

    `line` (1-based) is anchored to the innermost symbol around it, `symbol` names one by its path (with
    `line` the nearest of several); with neither, or where no symbol is, the anchor is to the file. `outline`
    saves a parse.
    """
    found = outline if outline is not None else read_outline(text, language_of(path, text))
    chosen = (
        _named(found, tuple(symbol), line) if symbol else symbol_at(found, line) if line is not None else None
    )
    if chosen is None:
        context = context_of(found.lines, line) if line is not None else ()
        return Anchor(path, line=line, context=context, commit=commit)
    return Anchor(
        path,
        symbol=chosen.path,
        symbol_kind=chosen.kind,
        signature_hash=chosen.signature_hash,
        body_hash=chosen.body_hash,
        sketch=found.sketch(chosen),
        context=context_of(found.lines, line if line is not None else chosen.name_line),
        line=line,
        commit=commit,
        rival=round(rival_of(found, chosen), 3),
    )


def _named(found: Outline, path: tuple[str, ...], line: int | None) -> Symbol | None:
    """The symbol of that path; of several the one that holds `line` or is nearest to it, else the first."""
    candidates = found.by_path.get(path, [])
    if line is None or len(candidates) <= 1:
        return candidates[0] if candidates else None
    return min(candidates, key=lambda one: max(one.doc_start - line, line - one.end, 0))
