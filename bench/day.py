"""A working day on a real repository, through the real server: what was captured, and what was kept of it.

    python bench/day.py REPOSITORY [--depth N] [--json] [--keep] [--no-editor]

The repository is cloned into a scratch folder (its last N commits) and learned. Then a developer works in it for a day:
edits, reports of other tools, tests that fail and pass, commands, chats, an assistant with its hook, commits, a revert,
a branch, secrets at every place, files nobody may read (`bench/day_script.py`). The functions are picked from the
repository itself. The early hours are worked in a real VS Code in a browser, with a real terminal, a linter run as a
task, tests and git (`bench/day_early.py`; `--no-editor` leaves them out); the rest is spoken over the protocol. The
day's hours pass at once: the clock of all its processes runs ahead (`bench/day_clock.py`).

Prints what each source was asked to take, every card of the day in full, and checks; exits with 1 when one fails.
With `--keep` the scratch folder stays, and its name is printed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # so that `python bench/day.py` finds `bench`

from bench.day_clock import DayClock
from bench.day_early import EXPECTED as EXPECTED_EARLY
from bench.day_early import UNWANTED as UNWANTED_EARLY
from bench.day_early import early_hours, may_work_in, write_checks
from bench.day_editor import Editor
from bench.day_places import places, test_file
from bench.day_print import card_of, told
from bench.day_real_editor import RealEditor
from bench.day_script import EXPECTED, IGNORED, PLACES, UNWANTED, Day, Sign
from bench.day_secrets import Planted, every_byte
from bench.day_sources import SOURCES
from bench.day_witness import Witness
from whylens.app import open_memory
from whylens.model.card import Card
from whylens.model.words import Status

#: Seconds the learning of the history may take.
LEARNED_WITHIN = 1_800.0
#: The most memory the server process may have needed.
MOST_BYTES = 300 * 1024 * 1024
#: Seconds after which a server has started: what that costs is measured elsewhere.
STARTED = 3.0
#: Milliseconds one step may keep the event loop's thread at work: being woken late is the machine's doing, too.
LONGEST_STALL = 20.0


@dataclass
class Evening:
    """What is known when the day is over."""

    cards: list[Card] = field(default_factory=list[Card])
    changed: dict[str, str] = field(default_factory=dict[str, str])
    captured: Counter[str] = field(default_factory=Counter[str])
    dropped: int = 0
    early: dict[str, Any] = field(default_factory=dict[str, Any])
    hover: str = ""
    memory_bytes: int = 0
    stalls: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    checks: dict[str, str] = field(default_factory=dict[str, str])
    words: dict[str, str] = field(default_factory=dict[str, str])


def main() -> int:
    """Work for a day, print, judge."""
    options = _options()
    scratch = Path(tempfile.mkdtemp(prefix="whylens-day-"))
    try:
        evening = work(options.repository.resolve(), scratch, options.depth, in_editor=not options.no_editor)
        report = _report(evening)
        print(json.dumps(report, indent=1, ensure_ascii=False) if options.json else told(report))
        return 1 if any(evening.checks.values()) else 0
    finally:
        print(f"kept: {scratch}", file=sys.stderr) if options.keep else shutil.rmtree(
            scratch, ignore_errors=True
        )


def work(repository: Path, scratch: Path, depth: int | None, *, in_editor: bool) -> Evening:
    """The day and the next morning."""
    root = _clone(repository, scratch / "project", depth)
    clock = DayClock(scratch / "clock")
    *chosen, first = places(root, PLACES + 1)
    in_editor = in_editor and may_work_in(first)
    if in_editor:
        write_checks(root, first, clock)
    editor, planted, evening = Editor(root, scratch, clock), Planted(), Evening()
    day = Day(editor, chosen, test_file(root, chosen[0]), planted)
    evening.words = {**day.words, "early": first.function}
    editor.start(learn=True)
    editor.learned(LEARNED_WITHIN)
    before = _cards(editor)
    if in_editor:
        editor.leave()
        real = RealEditor(root, editor.home, scratch, clock)
        evening.early = early_hours(real, first, planted)
        evening.early["log"] = real.logs()
        evening.captured.update(evening.early["captured"])
        clock.wait(minutes=65)
        editor.start(learn=True)
    for part in (day.morning, day.afternoon):
        time.sleep(STARTED)
        editor.client.notify("bench/begin", {})
        witness = Witness()
        part()
        editor.client.notify("bench/end", {})
        machine = witness.end()
        status = editor.leave()
        evening.captured.update(status["captured"])
        evening.dropped += status["dropped"]
        lag = json.loads(editor.lag.read_text(encoding="utf-8"))
        evening.stalls.append({"server": lag, "machine": machine})
        clock.wait(minutes=65)
        if part == day.morning:
            editor.start(learn=True)
    clock.wait(minutes=14 * 60)
    editor.start(learn=False)
    editor.open(day.main.path, day.main.start)
    evening.hover = _hover(editor, day)
    kept_along = editor.ask("whylens/cards", textDocument={"uri": editor.uri(day.moved)})["cards"]
    editor.leave()
    after = _cards(editor)
    evening.cards = [each for each in after.values() if each.id not in before]
    evening.changed = {id_: what for id_, card in before.items() if (what := _changes(card, after.get(id_)))}
    evening.memory_bytes = editor.memory_bytes
    _check(evening, editor, planted)
    evening.checks["a renamed file keeps its memories"] = "" if kept_along else day.moved
    return evening


def _check(evening: Evening, editor: Editor, planted: Planted) -> None:
    """Each check by its name: what is wrong, or nothing."""
    disk = every_byte(editor.home)
    wire = "\n".join(editor.wire).encode()
    low = disk.lower()
    slow = max(each["server"]["longest work"] for each in evening.stalls)
    evening.checks = {
        "no secret on disk": ", ".join(planted.found_in(disk)),
        "no secret in the log": ", ".join(planted.found_in(editor.log.read_bytes())),
        "no secret in the log of the real editor": ", ".join(planted.found_in(evening.early.get("log", b""))),
        "no secret on the wire": ", ".join(planted.found_in(wire)),
        "nothing that Whylens said was captured": ", ".join(
            each.summary for each in evening.cards if any(one.locator == "chat-3" for one in each.sources)
        ),
        "no file that git ignores is known": IGNORED if b"never leave this folder" in low else "",
        "no file of secrets is known": ".env" if b"rotates on mondays" in low else "",
        "nothing had to be dropped": str(evening.dropped or ""),
        f"no step of the event loop works longer than {LONGEST_STALL:.0f} ms": f"{slow} ms"
        if slow > LONGEST_STALL
        else "",
        f"less than {MOST_BYTES >> 20} MiB of memory": f"{editor.memory_bytes >> 20} MiB"
        if editor.memory_bytes > MOST_BYTES
        else "",
    }


def _report(evening: Evening) -> dict[str, Any]:
    unwanted = UNWANTED + UNWANTED_EARLY * bool(evening.early)
    return {
        "captured": dict(evening.captured),
        "sources": _by_source(evening),
        "dropped": evening.dropped,
        "cards": [card_of(each) for each in sorted(evening.cards, key=lambda one: one.created_at)],
        "changed": list(evening.changed.values()),
        "expected": {
            each.what: _names(each, evening) for each in EXPECTED + EXPECTED_EARLY * bool(evening.early)
        },
        "unwanted": {
            f"{each.what}: {_filled(each.found[0], evening)}": _names(each, evening) for each in unwanted
        },
        "editor": {name: what for name, what in evening.early.items() if name != "log"},
        "hover": evening.hover,
        "stalls": evening.stalls,
        "memory": evening.memory_bytes >> 20,
        "checks": evening.checks,
    }


def _names(sign: Sign, evening: Evening) -> list[str]:
    """The handles of the cards that hold the words of a sign."""
    wanted = [_filled(each, evening).lower().rstrip(".") for each in sign.found]
    return [
        f"{card.handle} ({card.kind}, {card.status})"
        for card in evening.cards
        if (not sign.kind or sign.kind in (card.kind.value, card.rule.split("-")[0]))
        and all(each in f"{card.summary}\n{card.details}\n{card.rationale}".lower() for each in wanted)
    ]


def _filled(text: str, evening: Evening) -> str:
    return text.format(**evening.words)


def _by_source(evening: Evening) -> dict[str, dict[str, int]]:
    """What each source was asked to take, and what came of it."""
    found = {
        name: {"captured": sum(evening.captured[each] for each in row.kinds)} for name, row in SOURCES.items()
    }
    for card in evening.cards:
        came = "review" if card.status is Status.CANDIDATE else "kept"
        row = found[next(name for name, row in SOURCES.items() if row.told(card))]
        row[came] = row.get(came, 0) + 1
    return found


def _cards(editor: Editor) -> dict[str, Card]:
    memory = open_memory(editor.root, home=editor.home, embeddings=False, read_only=True)
    try:
        return {each.id: each for each in memory.every_card()}
    finally:
        memory.close()


def _changes(card: Card, now: Card | None) -> str:
    """What a reader would notice of a change, in words: not when it was dated, or on which line it stands."""
    if now is None:
        return f"{card.handle} is gone: {card.summary}"
    before, after = _said(card), _said(now)
    told = "; ".join(
        f"{name}: {before[name]} → {after[name]}" for name in before if before[name] != after[name]
    )
    return f"{card.handle} {told} ({now.summary})" if told else ""


def _said(card: Card) -> dict[str, object]:
    return {
        "summary": card.summary,
        "status": card.status.value,
        "confidence": round(card.confidence, 2),
        "importance": card.importance,
        "files": sorted({*card.files, *(each.path for each in card.anchors)}),
        "sources": sorted(f"{each.basis.value} {each.locator}" for each in card.sources),
        "superseded by": card.superseded_by,
    }


def _hover(editor: Editor, day: Day) -> str:
    """What the next morning shows at the function that was mended."""
    symbol = {"line": day.main.start - 1, "character": 6}
    params = {"textDocument": {"uri": editor.uri(day.main.path)}, "position": symbol}
    found = editor.client.request("textDocument/hover", params)
    return found["contents"]["value"] if found else ""


def _clone(repository: Path, target: Path, depth: int | None) -> Path:
    short = ["--depth", str(depth)] if depth else []
    cloned = subprocess.run(
        ["git", "clone", "--quiet", *short, repository.as_uri(), str(target)], check=False
    )
    if cloned.returncode:
        raise SystemExit(f"{repository} cannot be cloned")
    with (target / ".git" / "info" / "exclude").open("a", encoding="utf-8") as file:
        file.write(f"/{IGNORED}/\n")
    return target


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repository", type=Path)
    parser.add_argument("--depth", type=int, help="learn only so many of the last commits")
    parser.add_argument("--no-editor", action="store_true", help="leave out the early hours in a real editor")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", action="store_true", help="leave the scratch folder")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
