"""How the story of a report ends: mended and worth telling, standing, or gone without a word."""

from __future__ import annotations

from collections.abc import Sequence

from whylens.extract.stories.change import MOST_SHOWN, Change, difference, sentence, united
from whylens.extract.stories.message import one_line, said_by
from whylens.extract.stories.page import Trouble, touches
from whylens.extract.stories.story import Story, Turn, place_text
from whylens.model.anchor import SYMBOL_SEPARATOR
from whylens.model.card import CardDraft
from whylens.model.happening import Edited, Severity
from whylens.model.words import Basis, Kind

#: Seconds a report must have stood; longer for what was just typed or only a warning.
LEAST, LEAST_WARNING, LONG = 60.0, 300.0, 600.0
#: Seconds between an edit and the report that shows its effect, where the tool was slow.
SLOW_TOOL = 120.0
#: Seconds within which a tool shows the effect of an edit: a report that stays longer outlived it.
PROMPT = 10.0
#: Edits that did not help, from which a defect was hard to mend.
MANY_TRIES = 3
#: Characters of a message that are kept as evidence.
LONGEST_EVIDENCE = 600

#: How sure it is that the edits mended it, by where they were.
_IN_FUNCTION, _IN_FILE, _ELSEWHERE = 0.9, 0.75, 0.55


def ended(
    trouble: Trouble,
    own: Sequence[Edited],
    all_: Sequence[Edited] = (),
    *,
    sweep: bool = False,
    gone: bool = False,
) -> Story:
    """The story of a report that went away; *own* are the edits of its file, *all_* the last ones anywhere."""
    edits, certainty = ([], 0.0) if gone else _mending(trouble, own, all_)
    change = _whole(trouble, own, edits)
    worth = (
        bool(edits) and not sweep and _stood(trouble, own) and _mends(change) and not _is_undone(trouble, own)
    )
    if not worth:
        closes = gone or (bool(edits) and not change.silences)
        return Story(
            Turn.GONE, trouble.key if closes else "", trouble.gone or trouble.seen, path=trouble.path
        )
    files = tuple(dict.fromkeys(each.path for each in edits))
    return _fixed(trouble, change, certainty, files, _outlived(trouble, own))


def standing(trouble: Trouble, now: float) -> Story:
    """The story of a report that stays until *now*."""
    problem, evidence = trouble.problem, _evidence(trouble)
    draft = CardDraft(
        kind=Kind.ISSUE,
        summary=summary_of(trouble),
        evidence=evidence,
        basis=Basis.DIAGNOSTIC,
        certainty=0.8,
        details=evidence if "\n" in evidence else "",
        importance=0.5,
        files=(trouble.path,),
        line=problem.line,
        rule="standing-problem",
    )
    told = f"{_headline(trouble)}\n{evidence}\nstands for {_minutes(now - trouble.since)}"
    return _story(Turn.STANDING, trouble, draft, told, now)


def summary_of(trouble: Trouble) -> str:
    """What is said of a report that stays."""
    where = place_text(trouble.path, trouble.problem.symbol)
    return f"{where} has an unsolved problem: {one_line(trouble.problem.message)}{said_by(trouble.problem)}"


def _fixed(trouble: Trouble, change: Change, certainty: float, files: tuple[str, ...], tries: int) -> Story:
    problem, where = trouble.problem, place_text(trouble.path, trouble.problem.symbol)
    evidence, at = _evidence(trouble), trouble.gone or trouble.seen
    shown = difference(change, _path_text(files[0] if files else trouble.path, problem.symbol))
    draft = CardDraft(
        kind=Kind.ISSUE,
        summary=f"Fixed in {where}: {one_line(problem.message)}{said_by(problem)}",
        evidence=evidence,
        basis=Basis.DIAGNOSTIC,
        certainty=certainty,
        rationale=sentence(change),
        details=f"{evidence}\n\n{shown}",
        importance=_importance(trouble, tries),
        files=tuple(dict.fromkeys((trouble.path, *files))),
        line=problem.line,
        rule="fixed-problem",
    )
    told = f"{_headline(trouble)}\n{evidence}\nstood for {_minutes(at - trouble.since)}, then went away with\n{shown}"
    return _story(Turn.FIXED, trouble, draft, told, at)


def _story(turn: Turn, trouble: Trouble, draft: CardDraft, told: str, at: float) -> Story:
    return Story(
        turn,
        trouble.key,
        at,
        draft,
        told,
        kin=trouble.kin,
        shape=f"{trouble.problem.tool} {trouble.problem.code or trouble.kin}",
        path=trouble.path,
        symbol=trouble.problem.symbol,
        line=trouble.problem.line,
        files=draft.files,
    )


def _stood(trouble: Trouble, own: Sequence[Edited]) -> bool:
    """Whether it stood long enough to be no slip of the moment."""
    stood = (trouble.gone or trouble.seen) - trouble.since
    if trouble.problem.severity is Severity.WARNING:
        return trouble.was_there or stood >= LEAST_WARNING
    if trouble.was_there or trouble.failed:
        return True
    return stood >= LEAST or (_outlived(trouble, own) > 0 and not trouble.typed)


def _outlived(trouble: Trouble, own: Sequence[Edited]) -> int:
    """How many edits of its file did not make it go away."""
    until = trouble.gone or trouble.seen
    last = max(trouble.seen, until - PROMPT)
    return sum(trouble.since < each.at < last for each in own)


def _mends(change: Change) -> bool:
    return not (change.is_empty or change.deletes or change.silences)


def _is_undone(trouble: Trouble, own: Sequence[Edited]) -> bool:
    """Whether the function is what it was before the report came: the slip was taken back."""
    mine = [each for each in own if touches(each, trouble.problem.symbol) or not trouble.problem.symbol]
    return trouble.typed and united(mine).is_empty


def _mending(trouble: Trouble, own: Sequence[Edited], all_: Sequence[Edited]) -> tuple[list[Edited], float]:
    """The edits it went away with: those after it was last seen, in its function, else its file, else one other."""
    until = trouble.gone or trouble.seen
    late = [each for each in own if max(trouble.seen, until - SLOW_TOOL) < each.at <= until]
    near = late or [each for each in own if max(trouble.since, until - SLOW_TOOL) <= each.at <= until][-1:]
    if inside := [each for each in near if touches(each, trouble.problem.symbol)]:
        return inside, _IN_FUNCTION
    if near:
        return near, _IN_FILE if trouble.problem.symbol else _IN_FUNCTION
    others = [each for each in all_ if trouble.since < each.at and until - SLOW_TOOL <= each.at <= until]
    return (others, _ELSEWHERE) if len({each.path for each in others}) == 1 else ([], 0.0)


def _whole(trouble: Trouble, own: Sequence[Edited], edits: Sequence[Edited]) -> Change:
    """What the mending edits changed, counted from the code as it was when the report came: what was tried in between
    says nothing. Nothing at all, where it was only taken back; the last edits alone, where it is more than a screen."""
    until = trouble.gone or trouble.seen
    place = {(each.path, each.symbol) for each in edits}
    all_ = [each for each in own if trouble.since < each.at <= until and (each.path, each.symbol) in place]
    whole = united(all_ or edits)
    return whole if len(whole.removed) + len(whole.added) <= MOST_SHOWN else united(edits)


def _importance(trouble: Trouble, tries: int) -> float:
    stood = (trouble.gone or trouble.seen) - trouble.since
    hard = (tries >= MANY_TRIES, stood >= LONG, trouble.failed)
    base = 0.4 if trouble.problem.severity is Severity.ERROR else 0.3
    return round(base + 0.1 * sum(hard), 2)


def _evidence(trouble: Trouble) -> str:
    return trouble.problem.message.strip()[:LONGEST_EVIDENCE].rstrip()


def _headline(trouble: Trouble) -> str:
    problem = trouble.problem
    return f"{problem.severity.value} in {_path_text(trouble.path, problem.symbol)}{said_by(problem)}:"


def _path_text(path: str, symbol: tuple[str, ...]) -> str:
    return f"{path}{SYMBOL_SEPARATOR if symbol else ''}{SYMBOL_SEPARATOR.join(symbol)}"


def _minutes(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} minutes" if minutes > 1 else "a minute" if minutes == 1 else "less than a minute"
