"""`recall`, `context`, `anchors`: what the memory knows, for a question, an assistant, or a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer

from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    emit,
    fail,
    in_project,
    opened,
    read_input,
    say,
    split_place,
)
from whylens.memory import Memory
from whylens.memory.requests import CardFilter, ContextRequest, PlacedCard
from whylens.memory.shown import adds_quote, adds_reason, cut, folded, plain, told
from whylens.model.card import Card
from whylens.model.recall import Hit, Query, Recalled
from whylens.model.words import AnchorState, Kind, Scope

KindOption = Annotated[list[Kind] | None, typer.Option("--kind", help="Only this kind (repeatable).")]

#: Characters of a summary, of a reason or quotation, and of a line of a list.
_SUMMARY, _MORE, _LISTED = 400, 320, 120

#: Cards shown when none surely answers.
_NEAREST = 3
#: Seconds a question on the terminal may wait for the embedding model to load; an editor never waits this long.
TERMINAL_DEADLINE = 8.0


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("recall", help="Ranked memories for a question, a file or a symbol, each with its reasons.")(
        recall
    )
    app.command("context", help="The text the editor's chat would be given for a task and a place.")(context)
    app.command("anchors", help="Where each memory of a file stands now, and in what state.")(anchors)


def recall(
    query: Annotated[str, typer.Argument(help="The question, in your own words.")] = "",
    file: Annotated[list[str] | None, typer.Option("--file", help="A file it is about (repeatable).")] = None,
    symbol: Annotated[list[str] | None, typer.Option("--symbol", help="A function it is about.")] = None,
    kind: KindOption = None,
    scope: Annotated[
        list[Scope] | None, typer.Option("--scope", help="Only this scope (repeatable).")
    ] = None,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many.")] = 10,
    include_candidates: Annotated[
        bool, typer.Option("--include-candidates", help="Also what waits for review.")
    ] = False,
    batch: Annotated[
        str | None, typer.Option("--batch", help="JSON lines of questions; - is standard input.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is likely about something else.")
    ] = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer a question from the memory."""
    asked = Query(
        text=query,
        symbols=tuple(symbol or ()),
        kinds=frozenset(kind or ()),
        scopes=frozenset(scope or ()),
        k=k,
        include_candidates=include_candidates,
    )
    with opened(project, home, reads=True) as memory:
        if batch is not None:
            _batch(memory, read_input(batch), asked)
            return
        files = tuple(_known(memory, split_place(each)[0] or each) for each in file or ())
        if not (query.strip() or files or symbol):
            raise typer.BadParameter("give a question, --file or --symbol")
        found = memory.recall(_with(asked, files=files), deadline=TERMINAL_DEADLINE)
        if as_json:
            from whylens.memory.wire import recalled_json

            emit(recalled_json(found))
            return
        _show_answer(memory, found, everything=everything, reviewed=not include_candidates)
        if found.degraded:
            sys.stderr.write(f"whylens: without {', '.join(found.degraded)}\n")


def context(
    task: Annotated[str, typer.Option("--task", help="What you are about to do.")] = "",
    file: Annotated[str | None, typer.Option("--file", help="FILE or FILE:LINE.")] = None,
    budget: Annotated[int, typer.Option("--budget", min=50, max=100_000, help="Tokens at most.")] = 1200,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the context as the chat would get it."""
    with opened(project, home, reads=True) as memory:
        path, line = split_place(file)
        relative = in_project(memory, path) if path else None
        injection = memory.context(
            ContextRequest(
                task=task, path=relative, line=line, budget=budget, buffer=_text(memory, relative)
            ),
            deadline=TERMINAL_DEADLINE,
        )
        if as_json:
            from whylens.memory.wire import injection_json

            emit(injection_json(injection))
        elif injection.text:
            sys.stdout.write(injection.text.rstrip("\n") + "\n")
        else:
            say(f"No memory fits this closely enough to hand on. {_nothing(memory)}")


def anchors(
    file: Annotated[str | None, typer.Argument(help="The file (default: every file with memories).")] = None,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Resolve the anchors of one file, or of all, against the files on disk."""
    with opened(project, home, embeddings=False, reads=True) as memory:
        paths = [_known(memory, file)] if file else memory.paths()
        placed = {path: memory.view(path, _text(memory, path) or "").placed for path in paths}
        if as_json:
            from whylens.memory.wire import placed_json

            emit({"files": {path: [placed_json(each) for each in cards] for path, cards in placed.items()}})
            return
        for path, cards in placed.items():
            say(f"{path}  ({len(cards)})")
            for each in sorted(cards, key=_line):
                summary = cut(plain(each.card.summary), _LISTED)
                say(f"  {_where(each):28} {each.card.handle}  {_kind(each.card)}: {summary}")
        if not any(placed.values()):
            say(_nothing(memory))


def _batch(memory: Memory, text: str, base: Query) -> None:
    from time import perf_counter

    refused = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            item: dict[str, Any] = json.loads(line)
            asked = _asked(item, base)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            refused += 1
            sys.stderr.write(f'whylens: line {number}: needs a JSON object with "id" and "query"\n')
            continue
        started = perf_counter()
        found = memory.recall(asked, deadline=TERMINAL_DEADLINE)
        hits = [
            {
                "id": hit.card.id,
                "ref": hit.card.ref or None,
                "score": round(hit.score, 6),
                "relevant": hit.relevant,
                "summary": hit.card.summary,
            }
            for hit in found.hits
        ]
        ms = round((perf_counter() - started) * 1000, 2)
        answer = {"id": item.get("id"), "hits": hits, "relevance": round(found.relevance, 4)}
        emit({**answer, "ms": ms, "degraded": list(found.degraded)})
    if refused:
        fail(f"{refused} line(s) could not be read")


def _asked(item: dict[str, Any], base: Query) -> Query:
    """One line of a batch as a query; raises `TypeError`, `ValueError` or `KeyError` for one that is none."""
    before, text = item.get("before"), item["query"]
    if not isinstance(text, str):
        raise TypeError("the query is no text")
    return _with(
        base,
        text=text,
        files=_texts(item.get("files")),
        symbols=_texts(item.get("symbols")),
        before=None if before is None else float(before),
    )


def _texts(given: Any) -> tuple[str, ...]:
    items: tuple[Any, ...] = tuple(given or ())
    if isinstance(given, str) or not all(isinstance(each, str) for each in items):
        raise TypeError("not a list of texts")
    return items


def _with(query: Query, **changes: Any) -> Query:
    from dataclasses import replace

    return replace(query, **changes)


def _text(memory: Memory, relative: str | None) -> str | None:
    if relative is None:
        return None
    from whylens.runtime.regular import read_regular_text

    try:
        return read_regular_text(Path(memory.root) / relative)
    except OSError:
        return None


def _show_answer(memory: Memory, found: Recalled, *, everything: bool, reviewed: bool) -> None:
    """The hits that likely answer; without one the few nearest, said to be no more than that, or nothing.

    *reviewed*: what waits for review was not searched.
    """
    from whylens.recall.relevance_weights import MAYBE

    shown = found.hits if everything else found.relevant
    if not shown and found.relevance >= MAYBE and (shown := found.hits[:_NEAREST]):
        say("Nothing remembered is surely about this. The nearest:\n")
    _show_hits(shown)
    if not found.hits:
        say(_nothing(memory, reviewed=reviewed))
    elif not shown:
        say(f"{_nothing(memory, reviewed=reviewed)} What comes nearest is shown with --all.")
    elif left := len(found.hits) - len(shown):
        say(f"\n{left} more, likely about something else, {'is' if left == 1 else 'are'} shown with --all.")


def _nothing(memory: Memory, *, reviewed: bool = True) -> str:
    if not memory.cards(CardFilter(limit=1)):
        if memory.status()["learned"] is not None:
            return "Nothing worth keeping was found in this project yet: `whylens remember` keeps a sentence of yours."
        return "The memory of this project is empty: run `whylens learn` first."
    if reviewed and (waiting := memory.status()["cards"]["candidates"]):
        are = "memory waits" if waiting == 1 else "memories wait"
        return (
            f"Nothing reviewed fits; {waiting} {are} for review: search them with `whylens recall "
            "--include-candidates`, list them with `whylens queue`."
        )
    return "Nothing remembered fits. Try other words or --file."


def _known(memory: Memory, file: str) -> str:
    """*file* as the project calls it; it is there, or was once and is remembered."""
    path = in_project(memory, file)
    if not (memory.root / path).exists() and not memory.cards(CardFilter(file=path, limit=1)):
        shown = path.encode("utf-8", "replace").decode()
        fail(f"there is no file {shown} in {memory.root}, and none is remembered: give one that is there")
    return path


def _line(placed: PlacedCard) -> float:
    place = placed.place
    return inf if place.state is AnchorState.LOST else float(place.line or place.start or 1)


def _where(placed: PlacedCard) -> str:
    place = placed.place
    if place.state is AnchorState.LOST:
        return "lost"
    name = " › ".join(place.symbol) or "file"
    return f"{place.state.value} {name}:{place.line or place.start or 1}"


def _show_hits(hits: Sequence[Hit]) -> None:
    """The hits, best first. What several memories say in the same words is printed once, with all their names."""
    same: dict[str, list[Hit]] = {}
    for hit in hits:
        same.setdefault(f"{hit.card.kind} {folded(hit.card.summary)}", []).append(hit)
    for number, (first, *others) in enumerate(same.values(), start=1):
        _show_hit(number, first)
        for other in others:
            say(f"      also [{other.card.handle}] · {_rests_on(other.card)}")


def _show_hit(number: int, hit: Hit) -> None:
    card = hit.card
    say(f"{number:2}. [{card.handle}] {_kind(card)}: {cut(plain(card.summary), _SUMMARY)}")
    if adds_reason(card):
        say(f"      because {cut(plain(card.rationale), _MORE)}")
    if adds_quote(card):
        say(f"      {told(card, _MORE)}")
    say(f"      {_rests_on(card)}")
    if hit.why:
        say(f"      {'; '.join(hit.why)}")


def _rests_on(card: Card) -> str:
    from whylens.memory.wire import source_label
    from whylens.model.source import date_text
    from whylens.model.sure import sureness

    parts = [sureness(card), date_text(card.said_at)]
    parts += [plain(source_label(card.sources[0]))] if card.sources else []
    parts += [card.status.value] if not card.is_live else []
    return " · ".join(part for part in parts if part)


def _kind(card: Card) -> str:
    return card.kind.value.replace("_", " ")
