"""`queue`, `confirm`, `reject`: what waits for the user's word, and the word on one or on many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    YesOption,
    confirmed,
    emit,
    fail,
    in_project,
    opened,
    say,
)
from whylens.cli.told import tell_card
from whylens.memory import Memory
from whylens.memory.judging import Verdict
from whylens.memory.queue import REASONS, Asked, Group, Judged, Waiting
from whylens.memory.shown import cut, plain
from whylens.memory.wire import card_json, source_label
from whylens.model.card import Card
from whylens.model.sure import sureness
from whylens.model.words import Kind

#: Cards of a group that are listed, and cards of a word on many; characters of a card in the list.
_LISTED, _SHOWN, _SUMMARY = 20, 12, 160

KindsOption = Annotated[list[Kind] | None, typer.Option("--kind", help="Only this kind (repeatable).")]
FileOption = Annotated[str | None, typer.Option("--file", help="Only what is about this file.")]
SourceOption = Annotated[
    str,
    typer.Option(
        "--source", help="Only from this kind of source (commit, comment, …), file, commit or chat."
    ),
]
ListedOption = Annotated[
    int, typer.Option("-n", min=1, max=10_000, help="How many of each group are listed.")
]
NamesArgument = Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Ids or handles.")]
AllOfOption = Annotated[
    list[Group] | None,
    typer.Option(
        "--all-of", help="All that waits for this reason (repeatable); narrowed by --kind and others."
    ),
]
UndoOption = Annotated[bool, typer.Option("--undo", help="Take that back instead.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show which, change nothing.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("queue", help="What waits for your word, and why each waits.")(queue)
    app.command("confirm", help="Say that memories are right: one, several, or all that wait for a reason.")(
        confirm
    )
    app.command("reject", help="Say that memories are wrong; they are not shown again.")(reject)


def queue(
    groups: Annotated[
        list[Group] | None, typer.Option("--reason", help="Only what waits for this reason (repeatable).")
    ] = None,
    kind: KindsOption = None,
    file: FileOption = None,
    source: SourceOption = "",
    listed: ListedOption = _LISTED,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the review queue. Nothing in it is injected or stands above a function."""
    with opened(project, home, embeddings=False, reads=True) as memory:
        found = memory.queue.waiting(_asked(memory, groups, kind, file, source))
        if as_json:
            emit(_document(found))
        else:
            _show(found, listed, is_narrowed=bool(groups or kind or file or source))


def confirm(
    names: NamesArgument = None,
    all_of: AllOfOption = None,
    kind: KindsOption = None,
    file: FileOption = None,
    source: SourceOption = "",
    undo: UndoOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Confirm memories; `--undo` takes it back."""
    with opened(project, home, embeddings=False) as memory:
        asked = _many(memory, names, all_of, kind, file, source)
        _judge(memory, Verdict.CONFIRM, names or [], asked, "", undo, dry_run, yes, as_json)


def reject(
    names: NamesArgument = None,
    all_of: AllOfOption = None,
    why: Annotated[str, typer.Option("--why", help="What is wrong with them.")] = "",
    kind: KindsOption = None,
    file: FileOption = None,
    source: SourceOption = "",
    undo: UndoOption = False,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Reject memories; `--undo` takes it back."""
    if undo and why:
        raise typer.BadParameter(
            "says why something is rejected: leave it out with --undo", param_hint="--why"
        )
    with opened(project, home, embeddings=False) as memory:
        asked = _many(memory, names, all_of, kind, file, source)
        _judge(memory, Verdict.REJECT, names or [], asked, why, undo, dry_run, yes, as_json)


def _judge(
    memory: Memory,
    verdict: Verdict,
    names: Sequence[str],
    asked: Asked | None,
    why: str,
    undo: bool,
    dry_run: bool,
    yes: bool,
    as_json: bool,
) -> None:
    if undo:
        _take_back(memory, verdict, names, as_json=as_json)
        return
    if len(names) == 1 and not dry_run:
        one = names[0]
        card = memory.confirm(one) if verdict is Verdict.CONFIRM else memory.reject(one, why=why)
        tell_card(_DONE[verdict], card, as_json=as_json, undo=f"{verdict.value} --undo {card.handle}")
        return
    cards = memory.queue.chosen(names) if names else [each.card for each in memory.queue.waiting(asked)]
    plan = memory.queue.judge(cards, verdict, dry_run=True)
    if not plan.cards:
        fail(_NOTHING if not plan.left else "only conflicts fit that: settle each with `whylens supersede`")
    if not dry_run:
        if not yes:
            _tell_judged(plan, verdict, as_json=False)
        if not confirmed(f"{_ASK[verdict]} {_count(len(plan.cards))}?", yes=yes):
            return
        plan = memory.queue.judge(cards, verdict, why=why)
    _tell_judged(plan, verdict, as_json=as_json)


def _take_back(memory: Memory, verdict: Verdict, names: Sequence[str], *, as_json: bool) -> None:
    if not names:
        raise typer.BadParameter("name the memories of which it is to be taken back")
    if len(names) == 1:
        card = memory.take_back(names[0], verdict)
        tell_card(f"No longer {_DONE[verdict].lower()}:", card, as_json=as_json)
        return
    back = memory.queue.take_back(memory.queue.chosen(names), verdict)
    _tell_judged(Judged(tuple(back)), verdict, as_json=as_json, undone=True)


def _many(
    memory: Memory,
    names: Sequence[str] | None,
    all_of: Sequence[Group] | None,
    kind: Sequence[Kind] | None,
    file: str | None,
    source: str,
) -> Asked | None:
    """What is chosen by reason and the like; None when memories are named one by one."""
    narrowed = bool(kind or file or source)
    if names and (all_of or narrowed):
        raise typer.BadParameter("give either IDs or what to choose by, not both")
    if not names and not all_of:
        raise typer.BadParameter(f"give IDs, or --all-of with {', '.join(Group)}")
    return None if names else _asked(memory, all_of, kind, file, source)


def _asked(
    memory: Memory,
    groups: Sequence[Group] | None,
    kind: Sequence[Kind] | None,
    file: str | None,
    source: str,
) -> Asked:
    place = in_project(memory, file) if file is not None else None
    return Asked(frozenset(groups or ()), frozenset(kind or ()), place, source.strip())


def _document(found: Sequence[Waiting]) -> dict[str, Any]:
    from whylens.memory.queue_wire import queue_json

    return queue_json(found)


def _show(found: Sequence[Waiting], listed: int, *, is_narrowed: bool) -> None:
    if not found:
        say(
            "Nothing that fits waits for you."
            if is_narrowed
            else "Nothing waits for you: the queue is empty."
        )
        return
    for group in Group:
        mine = [each for each in found if each.group is group]
        if not mine:
            continue
        say(f"{group.value.capitalize()} ({len(mine)}): {REASONS[group]}")
        for each in mine[:listed]:
            say(f"  [{each.card.handle}] {_line(each.card)}")
            if each.against:
                say(f"      against {', '.join(each.against)}")
        if len(mine) > listed:
            say(f"  … {len(mine) - listed} more: --reason {group.value} -n {len(mine)}")
        say()
    first = next((each for each in found if each.group is not Group.CONFLICT), found[0])
    say(f"Judge one: whylens confirm {first.card.handle} (reject, edit, supersede, forget).")
    if first.group is not Group.CONFLICT:
        say(f"Judge many: whylens reject --all-of {first.group.value} --dry-run (--kind, --file, --source).")


def _line(card: Card) -> str:
    where = f" · {plain(source_label(card.sources[0]))}" if card.sources else ""
    kind = card.kind.value.replace("_", " ")
    return f"{kind}: {cut(plain(card.summary), _SUMMARY)} · {sureness(card)}{where}"


def _tell_judged(judged: Judged, verdict: Verdict, *, as_json: bool, undone: bool = False) -> None:
    if as_json:
        cards = [card_json(each) for each in judged.cards]
        document = {"verdict": verdict.value, "undone": undone, "dry_run": judged.dry_run}
        emit({**document, "count": len(cards), "left": judged.left, "cards": cards})
        return
    done = "No longer " + _DONE[verdict].lower() if undone else _DONE[verdict]
    say(f"{f'Would {verdict.value}' if judged.dry_run else done} {_count(len(judged.cards))}:")
    for card in judged.cards[:_SHOWN]:
        say(f"  [{card.handle}] {_line(card)}")
    if len(judged.cards) > _SHOWN:
        say(f"  … {len(judged.cards) - _SHOWN} more")
    if judged.left:
        say(f"{_count(judged.left)} in conflict left: settle each with `whylens supersede`.")
    if not (judged.dry_run or undone) and judged.cards:
        handles = " ".join(card.handle for card in judged.cards)
        say(f"Undo: whylens {verdict.value} --undo {handles}")


def _count(number: int) -> str:
    return f"{number} memor{'y' if number == 1 else 'ies'}"


_DONE = {Verdict.CONFIRM: "Confirmed", Verdict.REJECT: "Rejected"}
_ASK = {Verdict.CONFIRM: "Confirm", Verdict.REJECT: "Reject"}
_NOTHING = "nothing that waits fits that: `whylens queue` shows what does"
