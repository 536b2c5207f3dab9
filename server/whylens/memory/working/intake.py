"""What of a happening may be held at all: redacted, cut to size, and nothing of secret files or of Whylens itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from whylens.capture.paths import is_keepable
from whylens.capture.transcripts.chats import LONGEST_TURN, clean
from whylens.extract.stories.commands import read_command
from whylens.extract.stories.outcomes import plain
from whylens.inject.render import HEADER
from whylens.model.happening import Edited, FileMoved, Happening, Problem, Ran, Reported, Said, ToolUsed
from whylens.model.observation import Event
from whylens.model.source import SourceRef
from whylens.model.words import Basis
from whylens.normalize.disguise import Disguise, worn
from whylens.normalize.normalize import is_restricted_path, normalize
from whylens.normalize.redact import redact

#: Lines of each side of an edit that are looked at (so many characters of them together) and that are kept;
#: characters of a line that are kept.
_MOST_READ, _LONGEST_READ, MOST_LINES, LONGEST_LINE = 80, 12_000, 40, 300
#: Characters from which a line may be a part of one (`lsp.intake.edits` cuts there).
MAY_BE_CUT = 400
#: Characters of an output and of a message that are kept; problems of one report that are read.
LONGEST_OUTPUT, LONGEST_MESSAGE, MOST_PROBLEMS = 6_000, 1_000, 400
#: Characters of a command line that are kept whole; of a longer one nothing is.
LONGEST_COMMAND = 400

#: How everything begins that Whylens hands to an assistant.
_OWN = HEADER.partition(":")[0]
_OWN_COMMAND = re.compile(r"^\s*(?:\S*/)?(?:python[\d.]* -m )?whylens\b")
_OWN_TOOL = re.compile(r"whylens", re.IGNORECASE)


def fit(happening: Happening) -> Happening | None:
    """*happening* as it may be held; None where nothing of it may."""
    match happening:
        case Edited():
            return _edit(happening) if _is_open(happening.path) else None
        case Reported():
            return _report(happening) if _is_open(happening.path) else None
        case Ran():
            return _run(happening)
        case Said():
            return _said(happening)
        case ToolUsed():
            return _tool(happening)
        case FileMoved():
            to = happening.to if happening.to and _is_open(happening.to) else ""
            return replace(happening, to=to) if _is_open(happening.path) else None
        case _:
            return happening


def _is_open(path: str) -> bool:
    return bool(path) and not path.startswith(".git/") and not is_restricted_path(path) and is_keepable(path)


def _edit(edit: Edited) -> Edited | None:
    removed, added = _read(edit.removed), _read(edit.added)
    if any(_OWN in line for line in (*removed, *added)):
        return None
    clean_removed, clean_added = _lines(removed), _lines(added)
    return replace(edit, removed=clean_removed, added=clean_added, symbol=_symbol(edit.symbol))


def _read(lines: Sequence[str]) -> list[str]:
    """The first lines; a long one is left out, since it may have been cut, and a part of a secret looks like none."""
    kept: list[str] = []
    room = _LONGEST_READ
    for line in lines[:_MOST_READ]:
        if len(line) >= MAY_BE_CUT:
            continue
        if (room := room - len(line)) < 0:
            break
        kept.append(line)
    return kept


def _lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Redacted together, since some secrets have many lines; then cut."""
    if not lines:
        return ()
    text = str(redact("\n".join(lines)).text)
    return tuple(each[:LONGEST_LINE] for each in text.split("\n")[:MOST_LINES])


def _report(report: Reported) -> Reported:
    return replace(report, problems=tuple(map(_problem, report.problems[:MOST_PROBLEMS])))


def _problem(problem: Problem) -> Problem:
    return replace(
        problem,
        message=_redacted(problem.message)[:LONGEST_MESSAGE],
        code=_redacted(problem.code)[:60],
        tool=_redacted(problem.tool)[:40],
        symbol=_symbol(problem.symbol),
    )


def _redacted(text: str) -> str:
    """The same messages come again with every report; what they are masked with is the project's."""
    return _redacted_in(text, worn())


@lru_cache(maxsize=4_096)
def _redacted_in(text: str, disguise: Disguise) -> str:
    return str(redact(text, disguise=disguise).text)


def _symbol(symbol: tuple[str, ...]) -> tuple[str, ...]:
    return symbol if all(map(is_keepable, symbol)) else ()


def _run(run: Ran) -> Ran | None:
    if len(run.command) > LONGEST_COMMAND or _OWN_COMMAND.match(run.command):
        return None
    if read_command(run.command) is None:
        return replace(run, command="", output="")
    return replace(run, command=_redacted(run.command), output=_output(run.output))


def _output(output: str) -> str:
    if _OWN in output:
        return ""
    event = Event(SourceRef(Basis.TOOL), subject="", text=plain(output))
    return str(normalize(event, limit=LONGEST_OUTPUT).text)


def _said(said: Said) -> Said | None:
    """Cleaned of what nobody said; redacted where it is read (`chat`)."""
    text = clean(said.text[:LONGEST_TURN])
    files = tuple(filter(_is_open, said.files))
    return replace(said, text=str(redact(text).text), files=files) if text else None


def _tool(use: ToolUsed) -> ToolUsed | None:
    if _OWN_TOOL.search(use.tool) or len(use.what) > LONGEST_COMMAND or _OWN_COMMAND.match(use.what):
        return None
    files = tuple(filter(_is_open, use.files))
    if read_command(use.what) is None:
        return replace(use, what="", output="", files=files)
    return replace(use, what=_redacted(use.what), output=_output(use.output), files=files)
