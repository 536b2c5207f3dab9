"""Whatever goes wrong is said with what to do next."""

from __future__ import annotations

import ast
import errno
import os
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import whylens
from whylens.model.errors import ReadOnly, StorageError, UserError, WhylensError
from whylens.store import failure

SOURCE = Path(whylens.__file__).parent
ERRORS = {"UserError", "StorageError", "Busy", "ReadOnly", "Corrupt", "Unavailable"}
#: What the user can do, as an imperative after a colon, semicolon or comma.
NEXT_STEP = re.compile(
    r"[:;,] (?:try|run|free|check|set|point|give|update|reload|remember|reject|confirm|write|use|look|delete"
    r"|edit|open|keep|leave|shorten|say|undo|name|replace|put|take|`whylens)\b"
)


def messages(*packages: str) -> Iterator[tuple[str, str]]:
    """Where errors are made, and their texts; what a text takes from elsewhere is left out."""
    for package in packages:
        for file in sorted((SOURCE / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ERRORS:
                    text = "".join(
                        str(part.value)
                        for argument in node.args
                        for part in ast.walk(argument)
                        if isinstance(part, ast.Constant)
                    )
                    names = {
                        part.id
                        for argument in node.args
                        for part in ast.walk(argument)
                        if isinstance(part, ast.Name)
                    }
                    if text and not names & {"_ACCESS", "_REPAIR", "_WAIT"}:
                        yield f"{file.name}:{node.lineno}", text


@pytest.mark.parametrize(("where", "text"), list(messages("store", "memory")))
def test_every_error_of_the_memory_names_the_next_step(where: str, text: str) -> None:
    assert NEXT_STEP.search(text), f"{where}: {text}"


@pytest.mark.parametrize("code", sorted(failure._MEANING))
def test_every_error_of_the_database_names_the_next_step(code: int) -> None:
    error = sqlite3.OperationalError("secret words of the user")
    error.sqlite_errorcode = code
    told = failure.translate(error)
    assert NEXT_STEP.search(str(told))
    assert "secret" not in str(told)


def test_what_the_database_never_said_before_names_a_next_step_too() -> None:
    assert NEXT_STEP.search(str(failure.translate(sqlite3.DatabaseError("?"))))
    assert NEXT_STEP.search(str(failure.translate(failure.FullTextDamaged())))


@pytest.mark.parametrize(
    ("code", "kind", "said"),
    [
        (errno.ENOSPC, StorageError, "disk is full"),
        (errno.EDQUOT, StorageError, "disk is full"),
        (errno.EACCES, ReadOnly, "WHYLENS_HOME"),
        (errno.EROFS, ReadOnly, "WHYLENS_HOME"),
        (errno.EIO, StorageError, "doctor"),
    ],
)
def test_every_error_of_the_folder_names_the_next_step(
    code: int, kind: type[WhylensError], said: str
) -> None:
    told = failure.of_system(OSError(code, os.strerror(code)))
    assert type(told) is kind
    assert said in str(told)
    assert NEXT_STEP.search(str(told))


def test_a_file_that_cannot_be_written_to_its_end_is_a_users_error(tmp_path: Path) -> None:
    from whylens.memory.exchange import written_whole

    target = tmp_path / "cards.jsonl"
    target.write_text("before")
    with pytest.raises(UserError, match="give a place"), written_whole(target) as out:
        out.write("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert target.read_text() == "before"
    assert list(tmp_path.iterdir()) == [target]
