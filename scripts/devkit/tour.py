"""The same memory without an editor: learn, then show what is known about the files that have most to say."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

from devkit.shell import Failure, arguments, environment

FILES = 3
CARDS = 4
#: What a card says most usefully comes first.
ORDER = ("issue", "constraint", "decision", "failed_approach", "todo")


def show_in_terminal(python: Path, folder: Path) -> None:
    """Learn from *folder* with progress, print what its most remembered files hold, say how to go on."""
    whylens(python, folder, "learn", str(folder))
    print()
    cards = exported(python, folder)
    for path in most_remembered(folder, cards):
        show_file(path, cards)
    print("Ask it yourself:")
    call = python.with_name("whylens")
    place = f"--project {folder}"
    print(f'  {call} recall "why is this done so" {place}')
    print(f"  {call} recall --file PATH {place}")
    print(f'  {call} context --task "what you are about to do" --file PATH:LINE {place}')
    print(f"  {call} status {place}")


def whylens(python: Path, folder: Path, *command: str) -> None:
    """Run one command of the terminal door with its output shown."""
    called = arguments([python, "-P", "-m", "whylens", *command, "--project", folder])
    done = subprocess.run(called, env=environment())
    if done.returncode:
        raise Failure(f"whylens {command[0]} ended with {done.returncode}")


def exported(python: Path, folder: Path) -> list[dict[str, Any]]:
    """All cards that are shown, as `whylens export -` writes them."""
    called = arguments([python, "-P", "-m", "whylens", "export", "-", "--project", folder])
    done = subprocess.run(called, env=environment(), capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise Failure(done.stderr.strip() or "whylens export failed")
    cards = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    return [card for card in cards if card.get("status", "active") == "active"]


def most_remembered(folder: Path, cards: list[dict[str, Any]]) -> list[str]:
    """The files that are there with most cards of the kinds that say why."""
    counts = Counter(path for card in cards if card["kind"] in ORDER for path in card.get("files", ()))
    return [path for path, _ in counts.most_common() if (folder / path).is_file()][:FILES]


def show_file(path: str, cards: list[dict[str, Any]]) -> None:
    """A file's heading and its most telling cards."""
    width = min(os.get_terminal_size().columns if os.isatty(1) else 110, 110)
    chosen = [card for card in cards if path in card.get("files", ()) and card["kind"] in ORDER]
    chosen.sort(key=lambda card: (ORDER.index(card["kind"]), -float(card.get("confidence", 0))))
    print(f"{path}")
    for card in chosen[:CARDS]:
        line = f"  {card['kind'].replace('_', ' '):15} {card['summary']}"
        print(line if len(line) <= width else line[: width - 1] + "…")
    if len(chosen) > CARDS:
        print(f"  {'':15} and {len(chosen) - CARDS} more")
    print()
