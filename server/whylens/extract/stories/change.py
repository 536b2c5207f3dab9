"""What several edits changed taken together, as a sentence and as a small difference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from whylens.extract.phrasing import clipped
from whylens.model.happening import Edited

#: Lines of a change that are followed, lines of a difference that are shown, characters of a line in a sentence.
MOST_LINES, MOST_SHOWN, LONGEST_LINE = 60, 12, 90
#: Lines from which a change that only removes is the end of the code, not its repair.
_REMOVED_WHOLE = 6

_DEFINITION = re.compile(
    r"^\s*(?:(?:export|public|private|protected|static|async|pub|final|abstract|override|default)\s+)*"
    r"(?:def|class|function|func|fn|fun|interface|struct|enum|trait|impl|module)\b"
)
#: What is in lines that repairs are made of.
_DECIDES = re.compile(
    r"\b(?:if|unless|raise|throw|return|assert|await|with|lock|except|catch|guard|match|retry|timeout)\b",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^\s*(?:#(?!\[)|//|/\*|\*(?!\w)|--|;|<!--|\"\"\")")
_WORTHLESS = re.compile(r"^[\s{}()\[\];,]*(?:else|end|pass|break|return|try|begin)?[\s:{};,()]*$")
_SILENCED = re.compile(
    r"type:\s*ignore|\bnoqa\b|@ts-(?:ignore|nocheck|expect-error)|(?:es|ts|style)lint-disable|biome-ignore"
    r"|pylint:\s*disable"
    r"|#!?\[allow\(|\bnolint\b|@SuppressWarnings|pyright:\s*ignore|rubocop:disable|NOLINT|# pragma: no|phpcs:ignore"
)


@dataclass(frozen=True, slots=True)
class Change:
    """The lines that are gone, new, or only at another place, once several edits are seen as one.

    `last` are the new lines of the last edit: what was wrong is most likely in them.
    """

    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    moved: tuple[str, ...] = ()
    last: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the edits took each other back, or changed only comments, white space and brackets."""
        return not (_telling(self.removed) or _telling(self.added) or _telling(self.moved))

    @property
    def deletes(self) -> bool:
        """Whether the code was taken out rather than repaired."""
        if _telling(self.added) or _telling(self.moved):
            return False
        return len(self.removed) >= _REMOVED_WHOLE or any(map(_DEFINITION.match, self.removed))

    @property
    def silences(self) -> bool:
        """Whether the tool was told to be quiet, which mends nothing."""
        return any(map(_SILENCED.search, self.added))


def united(edits: Iterable[Edited]) -> Change:
    """*edits*, in order, as one change: a line that was added and removed again never was."""
    removed: list[str] = []
    added: list[str] = []
    moved: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    for edit in edits:
        moved = tuple(line for line in edit.removed if line in edit.added and line.strip())[:MOST_LINES]
        last = edit.added
        for line in edit.removed:
            _move(line, added, removed)
        for line in edit.added:
            _move(line, removed, added)
    bare = {line.strip() for line in removed} & {line.strip() for line in added}
    new = _without(added, bare)
    return Change(_without(removed, bare), new, moved, tuple(line for line in new if line in last))


def sentence(change: Change) -> str:
    """What the change did: ``The fix changed `a` to `b`.``; a longer one by its counts and its most telling line."""
    old, new, moved = _telling(change.removed), _telling(change.added), _telling(change.moved)
    also = f" and moved {_code(moved[0])}" if moved else ""
    if len(change.removed) == len(change.added) == 1:
        old, new = list(change.removed), list(change.added)
    if not old and not new:
        return f"The fix moved {_code(max(moved, key=_weight))}." if moved else ""
    if len(old) == len(new) == 1:
        return f"The fix changed {_code(old[0])} to {_code(new[0])}{also}."
    if not old and len(new) == 1:
        return f"The fix added {_code(new[0])}{also}."
    if not new and len(old) == 1:
        return f"The fix removed {_code(old[0])}{also}."
    telling = max(_telling(change.last) or new or old, key=_weight)
    return f"The fix {_counts(old, new)}, among them {_code(telling)}{also}."


def difference(change: Change, where: str) -> str:
    """The change as a unified difference of at most `MOST_SHOWN` lines; a cut is marked with "…"."""
    removed, added = (*change.removed, *change.moved), (*change.added, *change.moved)
    lines = [f"-{line}" for line in removed], [f"+{line}" for line in added]
    room = MOST_SHOWN - 1
    if sum(map(len, lines)) > room:
        half = max(room // 2, room - 1 - len(lines[1]))
        old = lines[0][: min(len(lines[0]), half)]
        kept = [*old, *lines[1][: room - 1 - len(old)], " …"]
    else:
        kept = [*lines[0], *lines[1]]
    kept = _dedented(kept)
    return "\n".join([f"@@ {where} @@", *(clipped(each, 160) if len(each) > 160 else each for each in kept)])


def _dedented(lines: Sequence[str]) -> list[str]:
    """Lines of a difference without the white space they have in common."""
    depth = min((len(each) - len(each[1:].lstrip()) - 1 for each in lines if each[1:].strip(" …")), default=0)
    return [each[0] + each[1 + depth :] if each != " …" else each for each in lines]


def _move(line: str, taken: list[str], given: list[str]) -> None:
    """A line leaves one side: if it stood on the other it was only taken back."""
    if line in taken:
        taken.remove(line)
    elif line.strip() and len(given) < MOST_LINES:
        given.append(line)


def _without(lines: Sequence[str], bare: set[str]) -> tuple[str, ...]:
    """*lines* without those that were only indented anew."""
    return tuple(line for line in lines if line.strip() not in bare)


def _telling(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if not _WORTHLESS.match(line) and not _COMMENT.match(line)]


def _counts(old: Sequence[str], new: Sequence[str]) -> str:
    both = min(len(old), len(new))
    parts = ((both, "changed"), (len(new) - both, "added"), (len(old) - both, "removed"))
    told = [f"{verb} {count} line{'' if count == 1 else 's'}" for count, verb in parts if count > 0]
    return " and ".join(told) or "changed white space"


def _weight(line: str) -> tuple[bool, int]:
    return _DECIDES.search(line) is not None, min(len(line.strip()), LONGEST_LINE)


def _code(line: str) -> str:
    plain = " ".join(line.split()).replace("`", "'")
    return f"`{plain if len(plain) <= LONGEST_LINE else plain[: LONGEST_LINE - 1] + '…'}`"
