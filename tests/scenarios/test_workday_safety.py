"""While somebody works: no secret is kept, nothing twice, nothing half, and little of the machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scenarios.workday import Workday, problem
from whylens.memory.working.intake import fit
from whylens.model.errors import Busy
from whylens.model.happening import Edited, Happening, Looked, Ran, Reported, Said, Speaker, ToolUsed
from whylens.model.words import Kind

CODE = "def connect(host):\n    return open_link(host, None)\n\n\ndef close(link):\n    link.end()\n"
MESSAGE = 'Argument of type "None" cannot be assigned to parameter "token"'
BAD = problem(MESSAGE, "connect", code="reportArgumentType", line=2)
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
PASSWORD = "Tr0ub4dor-and-3-horses"
RED = "E       assert 1 == 2\nFAILED tests/test_link.py::test_link - assert 1 == 2\n1 failed in 0.1s\n"


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Workday]:
    opened = Workday(tmp_path, {"link.py": CODE, "tests/test_link.py": "def test_link(): ...\n"})
    yield opened
    opened.close()


def fix(day: Workday, to: str = 'open_link(host, "")') -> Workday:
    day.report("link.py", BAD).wait(90)
    return day.edit("link.py", "open_link(host, None)", to).report("link.py").wait(90)


def test_no_secret_of_any_source_is_on_disk(day: Workday) -> None:
    said = f"We decided to keep the token {TOKEN} in the vault because password={PASSWORD} leaked."
    day.say(f"Can you fix connect with {TOKEN}?").say(said).say(said, speaker=Speaker.ASSISTANT)
    day.report("link.py", problem(f"{MESSAGE}: '{TOKEN}'", "connect", code="reportArgumentType")).wait(90)
    day.edit("link.py", "open_link(host, None)", f'open_link(host, "{TOKEN}", password="{PASSWORD}")')
    day.report("link.py")
    day.run(f"GITHUB_TOKEN={TOKEN} pytest -q", 127, f"no such thing {TOKEN}")
    day.run("pytest -q", 1, f"E       assert '{TOKEN}' == 'x'\n{RED}password={PASSWORD}\n")
    day.edit("link.py", "link.end()", f'link.end("{TOKEN}")').run("pytest -q", 0, "4 passed in 0.1s")
    day.tool(f"curl -H 'Authorization: Bearer {TOKEN}' https://x", False, f"401 {TOKEN}")
    day.happen(
        Edited(day.at, ".env", (), (), (f"TOKEN={TOKEN}",)), Edited(day.at, "id_rsa", (), (), (TOKEN,))
    )
    day.end()
    assert day.of(Kind.ISSUE)
    day.memory.flush()
    files = [file for file in day.home.rglob("*") if file.is_file()]
    assert files
    assert not [file.name for file in files if TOKEN.encode() in file.read_bytes()]
    assert not [file.name for file in files if PASSWORD.encode() in file.read_bytes()]


def test_nothing_of_a_file_with_secrets_is_followed(day: Workday) -> None:
    day.report(".env", problem(MESSAGE, code="x")).wait(90)
    day.happen(Edited(day.at, ".env", (), ("A=1",), ("A=2",))).report(".env").wait(90)
    assert day.end() == []


def test_what_is_delivered_twice_counts_once(day: Workday) -> None:
    fix(day)
    day.memory.happened(day.done)
    day.memory.happened(reversed(day.done))
    day.end()
    assert len(day.of(Kind.ISSUE)) == 1
    assert len(day.of(Kind.ISSUE)[0].sources) == 1


def test_what_is_delivered_twice_is_held_once(day: Workday) -> None:
    act = Edited(day.at, "link.py", ("connect",), ("a",), ("b",))
    for _ in range(5):
        day.memory.happened([act])
    assert day.memory._at_work._working is not None
    assert day.memory._at_work._working.sizes()["edits"] == 1


def test_nothing_unredacted_is_held_in_memory() -> None:
    edited = fit(
        Edited(1.0, "a.py", ("f",), (f"x = '{TOKEN}'",), (f"y = '{TOKEN}'", f"password = '{PASSWORD}'"))
    )
    ran = fit(Ran(1.0, f"GITHUB_TOKEN={TOKEN} pytest", 1, 1.0, f"E  assert '{TOKEN}'\n1 failed in 1s"))
    report = fit(Reported(1.0, "a.py", (problem(f"bad '{TOKEN}'", "f"),)))
    said = fit(Said(1.0, Speaker.USER, f"use {TOKEN} <private>and this</private>"))
    used = fit(ToolUsed(1.0, "terminal", f"TOKEN={TOKEN} pytest", output=f"got '{TOKEN}'", succeeded=False))
    held = [edited, ran, report, said, used]
    assert all(held)
    shown = [str(getattr(each, name)) for each in held if each for name in each.__slots__]
    assert not [each for each in shown if TOKEN in each or PASSWORD in each or "and this" in each]


def test_an_output_that_holds_our_own_words_is_not_read() -> None:
    own = "Project memory (Whylens): recorded notes about this project"
    ran = fit(Ran(1.0, "pytest", 1, 1.0, f"{own}\n{RED}"))
    assert isinstance(ran, Ran)
    assert ran.output == ""
    assert fit(Edited(1.0, "notes.md", (), (), (own,))) is None
    assert fit(Ran(1.0, "python -m whylens recall x", 0, 1.0, RED)) is None
    assert fit(ToolUsed(1.0, "mcp__whylens__recall", "x")) is None


def test_the_same_day_lived_again_in_a_new_process_makes_no_second_card(day: Workday) -> None:
    fix(day)
    before = day.end()
    lived = list(day.done)
    day.restart(hours=0)
    day.memory.happened(lived)
    after = day.end()
    assert [card.id for card in after] == [card.id for card in before]
    assert [len(card.sources) for card in after] == [len(card.sources) for card in before]


def test_a_process_that_dies_leaves_the_cards_it_told_and_no_half_ones(day: Workday) -> None:
    fix(day).report("link.py")
    told = day.cards()
    day.report("link.py", problem("Other trouble with None", "close", code="reportX"))
    day.die()
    assert day.cards() == told
    assert [card.kind for card in told] == [Kind.ISSUE]


def test_a_story_waits_while_the_store_is_busy_and_is_told_once(
    day: Workday, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = day.memory._store
    write = store.write
    tries: list[int] = []

    def busy(*arguments: object, **named: object) -> object:
        tries.append(1)
        raise Busy("another process writes")

    monkeypatch.setattr(store, "write", busy)
    fix(day).report("link.py")
    assert tries
    assert day.cards() == []
    monkeypatch.setattr(store, "write", write)
    day.happen(Looked(day.at, "link.py"))
    assert len(day.of(Kind.ISSUE)) == 1


def test_what_is_forgotten_is_not_told_again(day: Workday) -> None:
    from whylens.memory.requests import Selection

    fix(day)
    day.end()
    (card,) = day.of(Kind.ISSUE)
    day.memory.forget(Selection(ids=(card.handle,)))
    day.restart().edit("link.py", 'open_link(host, "")', "open_link(host, None)").wait(60)
    fix(day)
    day.end()
    assert day.of(Kind.ISSUE) == []


def test_threads_may_tell_at_once(day: Workday) -> None:
    def work(number: int) -> None:
        for step in range(60):
            at = day.at + step
            day.memory.happened(
                [
                    Edited(at, f"f{number}.py", ("f",), (f"{step}",), (f"{step + 1}",)),
                    Reported(at + 0.5, f"f{number}.py", (BAD,) if step % 2 else ()),
                ]
            )

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(day.end()) == 1  # the summary of what was changed


def test_a_frantic_half_hour_is_bounded_in_memory(day: Workday) -> None:
    acts: list[Happening] = []
    for number in range(900):
        at, path = day.at + number, f"f{number % 300}.py"
        acts += [
            Edited(at, path, (f"s{number % 7}",), ("x" * 500,) * 80, ("y" * 500,) * 80),
            Reported(at, path, tuple(problem(f"{MESSAGE} {chr(97 + n)}", f"s{n}") for n in range(12))),
        ]
        if number % 20 == 0:
            acts += [
                Ran(at, f"pytest -m m{number}", 1, 1.0, "z" * 50_000),
                Said(at, Speaker.USER, "hello " * 200, session=f"c{number}"),
                ToolUsed(at, "terminal", f"pytest -m t{number}", succeeded=False, output="w" * 9_000),
            ]
    day.memory.happened(acts)
    sizes = day.memory._at_work._working.sizes()
    assert sizes["files"] <= 200
    assert sizes["edits"] <= 200
    assert sizes["troubles"] <= 200 * 25
    assert sizes["commands"] <= 64
    assert sizes["known"] <= 4_096
    assert sizes["waiting"] <= 64
    assert len(day.end()) < 20


def test_most_happenings_write_nothing(day: Workday) -> None:
    before = day.memory.data_version()
    for number in range(50):
        day.happen(Edited(day.at, "link.py", ("connect",), (f"a{number}",), (f"b{number}",)))
    started = time.perf_counter()
    day.run("ls", 0, "x").report("link.py", BAD)
    assert time.perf_counter() - started < 5
    assert day.memory.data_version() == before
