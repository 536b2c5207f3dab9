"""`import` and `export`: cards as JSON lines or a Markdown folder."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from whylens.cli.counts import counted_memories
from whylens.cli.session import (
    HomeOption,
    JsonOption,
    ProjectOption,
    YesOption,
    confirmed,
    emit,
    fail,
    opened,
    say,
)
from whylens.model.card import Card


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("import", help="Import cards from a .jsonl file (- is standard input) or a Markdown folder.")(
        import_
    )
    app.command(
        "export", help="Export all cards to a .jsonl file (- is standard output) or a Markdown folder."
    )(export)


def import_(
    file: Annotated[str, typer.Argument(help="FILE.jsonl, a folder, or -.")],
    activate: Annotated[
        bool, typer.Option("--activate", help="Show them at once, without review (asks).")
    ] = False,
    yes: YesOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Import; lines that cannot be taken are named by number, the rest is imported."""
    from whylens.memory.exchange import read_cards

    lines = read_cards(file, sys.stdin.buffer)
    if activate and not confirmed(f"Show {len(lines)} imported card(s) without review?", yes=yes):
        fail("nothing was imported")
    with opened(project, home) as memory:
        report = memory.import_lines(lines, activate=activate)
        memory.embed()
    if as_json:
        emit(report)
    else:
        state = "active" if activate else "waiting for review (`whylens queue` lists them)"
        say(f"Imported {report['imported']} card(s), {state}; {report['unchanged']} were here already.")
    for problem in report["refused"]:
        sys.stderr.write(f"whylens: line {problem['line']}: {problem['reason']}\n")
    if report["refused"] and not report["imported"] and not report["unchanged"]:
        fail("no line could be imported")


def export(
    file: Annotated[str, typer.Argument(help="FILE.jsonl, a folder, or -.")],
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export every card of the project, whatever its status."""
    from whylens.memory.exchange import write_jsonl, written_whole
    from whylens.memory.markdown_cards import write_markdown

    if not file.strip():
        raise typer.BadParameter("give a .jsonl file, a folder, or -")
    with opened(project, home, embeddings=False, reads=True) as memory:
        statuses: Counter[str] = Counter()
        cards = _counting(memory.every_card(), statuses)
        if file == "-":
            count = write_jsonl(cards, sys.stdout)
        elif file.endswith(".jsonl"):
            with written_whole(Path(file)) as out:
                count = write_jsonl(cards, out)
        else:
            count = write_markdown(cards, Path(file))
    if as_json and file != "-":
        emit({"exported": count, "file": file})
    elif file != "-":
        say(f"Exported {count} card(s) to {file}: {counted_memories(statuses)}.")


def _counting(cards: Iterable[Card], statuses: Counter[str]) -> Iterator[Card]:
    """*cards*, each noted in *statuses* as it goes by."""
    for card in cards:
        statuses[card.status.value] += 1
        yield card
