"""What commands are for, and which are never remembered."""

from __future__ import annotations

import pytest

from whylens.extract.stories.commands import LONGEST_COMMAND, Purpose, read_command


@pytest.mark.parametrize(
    ("line", "purpose"),
    [
        ("pytest", Purpose.TESTS),
        ("PYTHONPATH=src uv run pytest -q", Purpose.TESTS),
        ("cd server && poetry run python -m pytest tests", Purpose.TESTS),
        (".venv/bin/python -m pytest", Purpose.TESTS),
        ("npm test", Purpose.TESTS),
        ("pnpm run test:unit", Purpose.TESTS),
        ("npx --yes vitest run", Purpose.TESTS),
        ("go test ./...", Purpose.TESTS),
        ("cargo test --workspace", Purpose.TESTS),
        ("./gradlew :app:test", Purpose.TESTS),
        ("mvn -q test", Purpose.TESTS),
        ("bundle exec rspec", Purpose.TESTS),
        ("make check", Purpose.TESTS),
        ("make", Purpose.BUILD),
        ("cmake --build build", Purpose.BUILD),
        ("npm run build", Purpose.BUILD),
        ("npx tsc --noEmit", Purpose.CHECKS),
        ("golangci-lint run", Purpose.CHECKS),
        ("npm run dev", Purpose.START),
        ("uvicorn app:app --reload", Purpose.START),
    ],
)
def test_tests_builds_checks_and_starts_are_known(line: str, purpose: Purpose) -> None:
    command = read_command(line)
    assert command is not None
    assert command.purpose is purpose


@pytest.mark.parametrize(
    "line",
    [
        "ls -la",
        "vim test.py",
        "git commit -m 'pytest'",
        "rm -rf build",
        "python",
        "psql -h db",
        "export TOKEN=abc",
        "for i in 1 2; do\n pytest\ndone",
        "echo pytest",
        "pytest " + "x" * LONGEST_COMMAND,
        "",
        "cat tests.log",
        "docker ps",
        "pip install pytest",
    ],
)
def test_one_off_commands_are_not(line: str) -> None:
    assert read_command(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "pytest tests/test_a.py::test_b",
        "pytest -k name",
        "pytest --lf",
        "go test -run TestX ./...",
        "jest cart.spec.ts",
        "vitest --watch",
    ],
)
def test_what_is_chosen_for_the_moment_is_narrow(line: str) -> None:
    command = read_command(line)
    assert command is not None
    assert command.narrow


@pytest.mark.parametrize(
    "line",
    [
        "DB_PASSWORD=[redacted:password] pytest",
        "cd /home/someone/x && pytest",
        "pytest --rootdir ~/x",
        "TOKEN=$(curl x) npm test",
    ],
)
def test_secrets_and_places_of_one_machine_are_private(line: str) -> None:
    command = read_command(line)
    assert command is None or command.private


def test_a_filter_behind_a_command_is_left_out() -> None:
    command = read_command("pytest -q 2>&1 | tail -20")
    assert command is not None
    assert command.text == "pytest -q"
