"""The parts a scripted day rests on: places found in any repository, a clock for all, a search of all bytes."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest
import zstandard

from bench.day_clock import DayClock
from bench.day_editor import _halfway
from bench.day_languages import SPEECH
from bench.day_places import places, test_file
from bench.day_script import EXPECTED, UNWANTED, _inserted, _report
from bench.day_secrets import Planted, every_byte
from bench.day_sources import SOURCES
from tests.support.repository import Repository
from whylens.extract.stories.outcomes import Outcome, failure_of, outcome_of
from whylens.extract.stories.unworthy import why_unworthy
from whylens.model.card import Card
from whylens.model.happening import Problem
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Status

test_file.__test__ = False  # type: ignore[attr-defined]

PYTHON = """\
def load_settings(source, strict):
    \"\"\"Read settings.

    What source.name says is not looked at.
    \"\"\"
    text = source.read_text()
    if strict:
        check(text)
    found = parse(text)
    return found


def short(source):
    return source.name
"""
GO = """\
package a

func LoadSettings(source *Source, strict bool) string {
\ttext := source.Read()
\tif strict {
\t\tcheck(text)
\t}
\tfound := parse(text)
\treturn found
}
"""


def repository(folder: Path, files: dict[str, str]) -> Path:
    made = Repository(folder)
    made.commit("Start", files)
    return made.root


def test_a_day_works_where_a_function_reads_a_member_of_what_it_is_given(tmp_path: Path) -> None:
    root = repository(tmp_path, {"a.py": PYTHON, "tests/test_a.py": PYTHON})
    (place,) = places(root, 1)
    assert (place.path, place.symbol, place.line) == ("a.py", ("load_settings",), 6)
    assert (place.name, place.member, place.indent) == ("source", "read_text", "    ")
    assert test_file(root, place) == "tests/test_a.py"


def test_places_are_found_in_other_languages(tmp_path: Path) -> None:
    (place,) = places(repository(tmp_path, {"a.go": GO}), 1)
    assert (place.function, place.name, place.member, place.indent) == (
        "LoadSettings",
        "source",
        "Read",
        "\t",
    )


def test_a_repository_without_places_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="needs 2 files"):
        places(repository(tmp_path, {"a.py": PYTHON}), 2)


def test_what_the_day_writes_is_python(tmp_path: Path) -> None:
    (place,) = places(repository(tmp_path, {"a.py": PYTHON}), 1)
    for lines in (place.speech.guard, place.speech.wrong_guard):
        ast.parse(_inserted(PYTHON, place, place.words(lines)))


@pytest.mark.parametrize("language", sorted({"python", "typescript", "go"}))
def test_the_outputs_of_the_day_are_such_as_runners_print(language: str, tmp_path: Path) -> None:
    (place,) = places(repository(tmp_path, {"a.py": PYTHON}), 1)
    speech = SPEECH[language]
    failing = place.words(speech.failing, test="a_test")
    assert outcome_of(failing, None) is Outcome.FAILED
    assert place.member in failure_of(failing).why
    assert outcome_of(speech.passing, None) is Outcome.PASSED
    assert [outcome_of(each.output, each.exit_code) for each in speech.variants] == [
        Outcome.UNABLE,
        Outcome.UNABLE,
        Outcome.PASSED,
    ]


@pytest.mark.parametrize("language", sorted({"python", "typescript", "go"}))
def test_the_reports_of_the_day_are_such_as_are_followed_but_for_half_typed_code(
    language: str, tmp_path: Path
) -> None:
    (place,) = places(repository(tmp_path, {"a.py": PYTHON}), 1)
    speech = SPEECH[language]
    given = (_report(place, each) for each in (speech.nothing, speech.stays, speech.half_typed))
    why = [why_unworthy(Problem(each.message, code=each.code, tool=each.tool)) for each in given]
    assert why == ["", "", "half typed"]


def test_every_process_of_a_day_has_its_time(tmp_path: Path) -> None:
    clock = DayClock(tmp_path / "clock")
    clock.wait(minutes=90)
    command = [sys.executable, "-P", "-c", "import time; print(time.time())"]
    said = subprocess.run(command, env=clock.environment, capture_output=True, text=True, check=True).stdout
    assert float(said) - time.time() == pytest.approx(5_400, abs=60)
    assert clock.now - time.time() == pytest.approx(5_400, abs=5)


def test_a_text_is_typed_from_the_one_to_the_other() -> None:
    before, after = "one\nthree\n", "one\ntwo and a half\nthree\n"
    steps = _halfway(before, after, 3)
    assert len(steps) == 2
    assert all(step.startswith("one\nt") and len(before) < len(step) < len(after) for step in steps)


def test_a_secret_is_found_wherever_it_lies(tmp_path: Path) -> None:
    planted = Planted()
    plain, packed, nowhere = (planted.next(each) for each in ("plain", "packed", "nowhere"))
    (tmp_path / "log").write_text(f"it is {plain}\n")
    write_database(tmp_path / "main.db", zstandard.ZstdCompressor().compress(packed.encode()))
    assert planted.found_in(every_byte(tmp_path)) == ["plain", "packed"]
    assert nowhere not in (plain, packed)


def write_database(file: Path, value: bytes) -> None:
    import sqlite3

    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE kept (text BLOB)")
    connection.execute("INSERT INTO kept VALUES (?)", (value,))
    connection.commit()
    connection.close()


def card_of(basis: Basis, status: Status) -> Card:
    return Card(
        "1", "W-0001", "p", Kind.FACT, "It holds.", status=status, sources=(SourceRef(basis, "there"),)
    )


def test_every_card_has_one_source_in_the_report() -> None:
    kinds = [kind for row in SOURCES.values() for kind in row.kinds]
    assert len(kinds) == len(set(kinds))
    for basis in Basis:
        for status in (Status.ACTIVE, Status.CANDIDATE):
            card = card_of(basis, status)
            assert any(row.told(card) for row in SOURCES.values())
    ran, used = (card_of(Basis.TOOL, each) for each in (Status.ACTIVE, Status.CANDIDATE))
    assert [SOURCES["terminal"].told(each) for each in (ran, used)] == [True, False]


def test_what_is_expected_and_what_is_not_are_told_by_different_words() -> None:
    words = [word for each in (*EXPECTED, *UNWANTED) for word in each.found]
    assert len(words) == len(set(words))
