"""What a command in a terminal is for. Only tests, builds, checks and ways to start the program are ever remembered."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

#: Characters of a command that can be remembered; a longer one is a script somebody pasted.
LONGEST_COMMAND = 160


class Purpose(StrEnum):
    """What a command is run for, as it stands in "The … run with"."""

    TESTS = "tests"
    CHECKS = "checks"
    BUILD = "build"
    START = "program"


#: What begins a command that does one of these; the first row that fits decides.
_TABLE = tuple(
    (purpose, re.compile(rf"(?:{pattern})(?=\s|$)"))
    for purpose, pattern in (
        (Purpose.TESTS, r"pytest|py\.test|(?:python[\d.]*|py) -m (?:pytest|unittest)|tox|nox|nosetests"),
        (Purpose.TESTS, r"go test|cargo (?:test|nextest)|ctest|bazel test|mix test|deno test|bun test|zig build test"),
        (Purpose.TESTS, r"(?:npm|yarn|pnpm|bun)(?: run)? (?:test|t|tst|e2e|unit)[\w:-]*|jest|vitest|mocha|ava"
                        r"|karma start"),
        (Purpose.TESTS, r"playwright test|cypress run|ng test|react-scripts test|node --test"),
        (Purpose.TESTS, r"(?:mvn|\./mvnw)(?: -\S+)* (?:test|verify)|(?:gradle|\./gradlew)(?: -\S+)* \S*(?:test"
                        r"|check)\S*"),
        (Purpose.TESTS, r"dotnet test|rspec|rake (?:test|spec)|rails test|phpunit|(?:\./)?vendor/bin/phpunit"
                        r"|swift test"),
        (Purpose.TESTS, r"flutter test|sbt test|lein test|busted|bats|(?:make|just|task|ninja) \S*(?:test|check)\S*"),
        (Purpose.TESTS, r"(?:python[\d.]* )?(?:\./)?(?:scripts/|bin/|runtests)?(?:run_?)?tests?\.(?:py|sh)"
                        r"|manage\.py test"),
        (Purpose.CHECKS, r"ruff|eslint|mypy|pyright|flake8|pylint|golangci-lint|cargo clippy|tsc --noEmit|biome"
                         r"|stylelint"),
        (Purpose.CHECKS, r"pre-commit run|(?:npm|yarn|pnpm)(?: run)? (?:lint|typecheck|check)[\w:-]*|shellcheck"
                         r"|go vet"),
        (Purpose.CHECKS, r"(?:make|just|task) \S*(?:lint|types?)\S*|rubocop|phpstan|clang-tidy|ktlint|detekt"),
        (Purpose.BUILD, r"(?:npm|yarn|pnpm|bun)(?: run)? build[\w:-]*|tsc|vite build|webpack|esbuild|rollup"
                        r"|next build|ng build"),
        (Purpose.BUILD, r"cargo (?:build|check)|go build|cmake|ninja|meson|bazel build|dotnet build|msbuild"
                        r"|swift build"),
        (Purpose.BUILD, r"(?:mvn|\./mvnw)(?: -\S+)* (?:package|compile|install)|(?:gradle"
                        r"|\./gradlew)(?: -\S+)* \S*(?:build|assemble)\S*"),
        (Purpose.BUILD, r"make|make all|make -j\d*|just build|task build|python[\d.]* -m build|poetry build|uv build"),
        (Purpose.START, r"(?:npm|yarn|pnpm|bun)(?: run)? (?:start|dev|serve)[\w:-]*|flask run|uvicorn|gunicorn"
                        r"|cargo run|go run"),
        (Purpose.START, r"(?:python[\d.]* )?manage\.py runserver|rails s(?:erver)?|docker[ -]compose up|dotnet run"
                        r"|next dev|vite"),
    )
)  # fmt: skip

#: What may stand before the command itself.
_BEFORE = re.compile(
    r"\s*(?:[A-Za-z_]\w*=(?:\"[^\"]*\"|'[^']*'|\S*)\s+|(?:time|nice|env|command|winpty|xvfb-run(?: -a)?)\s+"
    r"|cd\s+[^&;|]+(?:&&|;)\s*"
    r"|(?:uv|poetry|pipenv|hatch|pdm|rye|dotenv|mise|direnv) (?:run|exec)(?: --?\S+)*\s+(?:-- )?|(?:npx|bunx|pnpx"
    r"|pnpm exec|yarn exec"
    r"|bundle exec|conda run(?: -n \S+)?|docker[ -]compose (?:run|exec)(?: --?\S+)* \S+)\s+(?:--yes |-y )?"
    r"|(?:\.?/?[\w.-]+/)*(?:bin|Scripts|\.bin)/(?=\w)|python[\d.]* -m (?=(?:tox|nox|mypy|ruff|flake8|pylint|uvicorn"
    r"|gunicorn|build)\b))"
)
#: What is left out when a command is shown: a filter behind it, or the noise of redirections.
_BEHIND = re.compile(
    r"\s*(?:2>&1\s*)?(?:\|\s*(?:tail|head|tee|less|more|cat|grep|cut)\b.*|(?:2|1|&)?>+\s*\S+.*|2>&1|\|\| true|&)\s*$"
)
#: Chosen for the moment: one test, the last failures, a debugger.
_NARROW = re.compile(
    r"::|\s-k\b|\s--?(?:lf|ff|last-failed|failed-first|sw|stepwise|pdb|watch\w*|grep|testNamePattern|filter|only"
    r"|inspect\S*|debug)\b"
    r"|\s-(?:run|t|g|w)\s|\s-{1,2}run[= ]|--tests?[= ]|-Dtest=|\.(?:py|ts|tsx|js|jsx|rb|php|go|spec|test)(?=\s|$)"
)
_PRIVATE = re.compile(
    r"\[redacted:|(?:^|[\s=\"'])(?:~|/home/|/Users/|/tmp/|/root/|[A-Za-z]:\\)|<private|\bsudo\b|\bssh\b|\bcurl\b"
)


@dataclass(frozen=True, slots=True)
class Command:
    """A command as it is compared and shown; `narrow` ones are chosen for the moment."""

    text: str
    purpose: Purpose
    narrow: bool = False
    private: bool = False


def read_command(line: str) -> Command | None:
    """What *line* is run for; None for one-off commands, scripts, and everything interactive."""
    text = _BEHIND.sub("", " ".join(line.split()))
    if not text or len(text) > LONGEST_COMMAND or "\n" in line.strip():
        return None
    core = _core(text)
    for purpose, pattern in _TABLE:
        if pattern.match(core):
            return Command(text, purpose, bool(_NARROW.search(core)), bool(_PRIVATE.search(text)))
    return None


def _core(text: str) -> str:
    while (found := _BEFORE.match(text)) and found.end():
        text = text[found.end() :]
    return text
