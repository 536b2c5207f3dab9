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
_COMMENT = re.compile(r"^\s*(?:#(?!\[)|//|/\*|\*(?!\w)|--|;|<!--|\"\"\")")
_WORTHLESS = re.compile(r"^[\s{}()\[\];,]*(?:else|end|pass|break|return|try|begin)?[\s:{};,()]*$")
_SILENCED = re.compile(
    r"type:\s*ignore|\bnoqa\b|@ts-(?:ignore|nocheck|expect-error)|(?:es|ts|style)lint-disable|biome-ignore"
    r"|pylint:\s*disable"
    r"|#!?\[allow\(|\bnolint\b|@SuppressWarnings|pyright:\s*ignore|rubocop:disable|NOLINT|# pragma: no|phpcs:ignore"
)


@dataclass(frozen=True, slots=True)
class Change:
    """The lines that are gone and the lines that are new once several edits are seen as one."""

    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the edits took each other back, or changed only comments, white space and brackets."""
        return not (_telling(self.removed) or _telling(self.added))

    @property
    def deletes(self) -> bool:
        """Whether the code was taken out rather than repaired."""
        if _telling(self.added):
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
    for edit in edits:
        for line in edit.removed:
            _move(line, added, removed)
        for line in edit.added:
            _move(line, removed, added)
    bare = {line.strip() for line in removed} & {line.strip() for line in added}
    return Change(_without(removed, bare), _without(added, bare))


def sentence(change: Change) -> str:
    """What the change did: ``the fix changed `a` to `b` ``; longer ones by their counts and their most telling line."""
    old, new = _telling(change.removed), _telling(change.added)
    if len(old) == len(new) == 1:
        return f"The fix changed {_code(old[0])} to {_code(new[0])}."
    if not old and len(new) == 1:
        return f"The fix added {_code(new[0])}."
    if not new and len(old) == 1:
        return f"The fix removed {_code(old[0])}."
    return f"The fix {_counts(old, new)}, among them {_most_telling(old, new)}."


def difference(change: Change, where: str) -> str:
    """The change as a unified difference of at most `MOST_SHOWN` lines; a cut is marked with "…"."""
    lines = [f"-{line}" for line in change.removed], [f"+{line}" for line in change.added]
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


def _most_telling(old: Sequence[str], new: Sequence[str]) -> str:
    """Of the new lines the one most like a condition or a call; with no new ones, the longest that went."""
    return _code(max(new or old, key=_weight))


def _weight(line: str) -> tuple[bool, int]:
    decides = re.search(
        r"\b(?:if|raise|throw|return|assert|await|with|lock|except|catch|guard|match)\b", line
    )
    return decides is not None, min(len(line.strip()), LONGEST_LINE)


def _code(line: str) -> str:
    plain = " ".join(line.split()).replace("`", "'")
    return f"`{plain if len(plain) <= LONGEST_LINE else plain[: LONGEST_LINE - 1] + '…'}`"
