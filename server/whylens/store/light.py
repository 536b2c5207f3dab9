"""Cards as ranking reads them: what they say, where they stand and how they fare, in one question for all of them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.store import rows

# Signs paths do not hold. Should one, the ranking of its card is off and nothing else: what is shown is read whole.
_BETWEEN, _WITHIN = "\x1d", "\x1e"

_SELECT = (
    "SELECT id, handle, kind, scope, status, sensitivity, created_at, summary, details, rationale, symbols, "
    "confidence, importance, confirmed_at, expires_at, branch, commit_id, ref, "
    "(SELECT group_concat(path, char(29)) FROM card_file WHERE card = number), "
    "(SELECT group_concat(path || char(30) || symbol, char(29)) FROM card_anchor WHERE card = number), "
    "(SELECT group_concat(basis || char(30) || locator, char(29)) FROM card_source WHERE card = number) "
    "FROM card WHERE namespace = ? AND id IN (SELECT value FROM json_each(?))"
)


def read(connection: sqlite3.Connection, namespace: str, ids: Iterable[str]) -> list[Card]:
    """The cards with these ids, in the order asked, without what ranking does not read.

    Empty are: evidence, author, session, rule, extra, what it supersedes, and of anchors and sources all but path
    and symbol, kind of source and locator.
    """
    wanted = list(dict.fromkeys(ids))
    found = connection.execute(_SELECT, (namespace, json.dumps(wanted)))
    by_id = {row[0]: _card(namespace, row) for row in found}
    return [by_id[id_] for id_ in wanted if id_ in by_id]


def _card(namespace: str, row: rows.Row) -> Card:
    (
        id_, handle, kind, scope, status, sensitivity, created_at, summary, details, rationale, symbols, confidence,
        importance, confirmed_at, expires_at, branch, commit, ref, files, anchors, sources,
    ) = row  # fmt: skip
    return Card(
        id=id_, handle=handle, namespace=namespace, kind=rows.KINDS[kind], summary=summary, scope=rows.SCOPES[scope],
        status=rows.STATUSES[status], sensitivity=rows.SENSITIVITIES[sensitivity], details=details,
        rationale=rationale, symbols=rows.unpacked(symbols), created_at=created_at, confidence=confidence,
        importance=importance, confirmed_at=confirmed_at, expires_at=expires_at, branch=branch, commit=commit, ref=ref,
        files=tuple(_parts(files)), anchors=tuple(map(_anchor, _parts(anchors))),
        sources=tuple(source for part in _parts(sources) if (source := _source(part))),
    )  # fmt: skip


def _parts(joined: str | None) -> list[str]:
    return joined.split(_BETWEEN) if joined else []


def _anchor(part: str) -> Anchor:
    path, parted, symbol = part.rpartition(_WITHIN)
    return Anchor(path, rows.unpacked(symbol)) if parted else Anchor(part)


def _source(part: str) -> SourceRef | None:
    basis, _, locator = part.partition(_WITHIN)
    return SourceRef(rows.BASES[basis], locator) if basis in rows.BASES else None
