"""Replays a log of changes to one JSON object: `kind` 0 sets the whole, 1 a value, 2 adds to an array, 3 deletes."""

from __future__ import annotations

from typing import Any, cast

from whylens.capture.transcripts.fields import Row, items, record
from whylens.capture.transcripts.lines import rows
from whylens.capture.transcripts.session import Session

#: Bytes of log that are replayed: the object is held in memory whole.
MOST_REPLAYED = 256 * 1024 * 1024


def replay(session: Session) -> Row:
    """The object at the end of the session's log; steps that do not fit are counted in the session's problems."""
    root: Row = {}
    misfits = 0
    for step, end in rows(session):
        if end > MOST_REPLAYED:
            session.problems.append("the log is too long: its end was left out")
            break
        if step.get("kind") == 0:
            root = record(step.get("v"))
        elif not _apply(root, step):
            misfits += 1
    if misfits:
        session.problems.append(f"{misfits} {'change' if misfits == 1 else 'changes'} could not be followed")
    return root


def _apply(root: Row, step: Row) -> bool:
    """Make one change; False when its place is not there."""
    path = items(step.get("k"))
    if not path:
        return False
    parent: Any = root
    for key in path[:-1]:
        parent = _child(parent, key)
    if step.get("kind") == 1:
        return _set(parent, path[-1], step.get("v"))
    if step.get("kind") == 2:
        return _push(parent, path[-1], step)
    return step.get("kind") == 3 and _delete(parent, path[-1])


def _child(parent: Any, key: Any) -> Any:
    if isinstance(parent, dict) and isinstance(key, str):
        return cast("Row", parent).get(key)
    if isinstance(parent, list) and isinstance(key, int):
        inside = cast("list[Any]", parent)
        return inside[key] if 0 <= key < len(inside) else None
    return None


def _set(parent: Any, key: Any, value: Any) -> bool:
    if isinstance(parent, dict) and isinstance(key, str):
        cast("Row", parent)[key] = value
        return True
    if isinstance(parent, list) and isinstance(key, int):
        inside = cast("list[Any]", parent)
        if 0 <= key < len(inside):
            inside[key] = value
            return True
        if key == len(inside):
            inside.append(value)
            return True
    return False


def _push(parent: Any, key: Any, step: Row) -> bool:
    target = _child(parent, key)
    if target is None:
        return _set(parent, key, list(items(step.get("v"))))
    if not isinstance(target, list):
        return False
    inside = cast("list[Any]", target)
    if isinstance(length := step.get("i"), int) and 0 <= length <= len(inside):
        del inside[length:]
    inside.extend(items(step.get("v")))
    return True


def _delete(parent: Any, key: Any) -> bool:
    if isinstance(parent, dict) and isinstance(key, str):
        cast("Row", parent).pop(key, None)
        return True
    if isinstance(parent, list) and isinstance(key, int) and 0 <= key < len(cast("list[Any]", parent)):
        del cast("list[Any]", parent)[key]
        return True
    return False
