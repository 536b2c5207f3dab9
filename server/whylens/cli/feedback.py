"""`why` and `tune`: where the confidence of a memory comes from, and what the feedback of a project proposes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from whylens.cli.session import HomeOption, JsonOption, ProjectOption, YesOption, confirmed, emit, opened, say
from whylens.govern.tuning import Proposal
from whylens.memory.shown import plain


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("why", help="Why a memory is as sure as it is: every change with its cause and day.")(why)
    app.command("tune", help="Tune thresholds, ranking and budget to this project's own feedback.")(tune)


def why(
    name: Annotated[str, typer.Argument(metavar="ID", help="Its id or handle.")],
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explain a confidence."""
    with opened(project, home, embeddings=False, reads=True) as memory:
        told = memory.why(name)
        if as_json:
            emit(told)
            return
        say(plain(told["summary"]))
        say(told["text"])


def tune(
    undo: Annotated[bool, typer.Option("--undo", help="Take the last tuning back instead.")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what is proposed, change nothing.")
    ] = False,
    yes: YesOption = False,
    project: ProjectOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Propose, show before and after, and apply only on a yes."""
    from whylens.memory.tuning import tuning_json

    with opened(project, home, embeddings=False) as memory:
        tuner = memory.tuner
        if undo:
            tuner.undo()
            emit(tuning_json(tuner, (), applied=True)) if as_json else say("Took the last tuning back.")
            return
        proposals = tuner.proposals()
        if not as_json:
            _show(proposals, tuner.feedback())
        applies = bool(proposals) and not dry_run and confirmed("Apply this?", yes=yes)
        if applies:
            tuner.apply(proposals)
        if as_json:
            emit(tuning_json(tuner, proposals, applied=applies))
        elif applies:
            say("Applied. Undo: whylens tune --undo")


def _show(proposals: Sequence[Proposal], feedback: dict[str, int]) -> None:
    has = (
        f"{feedback['judged']} judged memories (of {feedback['judgedNeeded']} needed) and "
        f"{feedback['contexts']} contexts that were listened to (of {feedback['contextsNeeded']})"
    )
    if not proposals:
        say(f"Nothing to propose: {has}.")
        return
    say(f"From {has}; measured on the newer half, which the proposal has not seen:")
    for each in proposals:
        say(f"  {each.name}: {each.before} → {each.after}   ({each.because})")
        say(f"      before: {each.measured_before}")
        say(f"      after:  {each.measured_after}")
