"""What a scripted day says in each language: guards against nothing, what its tools report, what its tests print."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Report:
    """One thing a tool says; `{name}` is a parameter, `{member}` what is read of it, `{function}` where."""

    tool: str
    code: str
    message: str


@dataclass(frozen=True)
class Command:
    """A command of the terminal and how it ends."""

    line: str
    exit_code: int
    output: str


@dataclass(frozen=True)
class Speech:
    """One language. Code is put in at the indentation `{0}`; `tests` stands for the command that runs them."""

    comment: str
    guard: str
    wrong_guard: str
    nothing: Report
    stays: Report
    half_typed: Report
    tests: str
    failing: str
    passing: str
    variants: tuple[Command, ...]


PYTHON = Speech(
    comment="#",
    guard="{0}if {name} is None:\n{0}    return None",
    wrong_guard="{0}{name} = {name} or default_{name}()",
    nothing=Report("Pyright", "reportOptionalMemberAccess", '"{member}" is not a known attribute of "None"'),
    stays=Report(
        "Pyright",
        "reportArgumentType",
        'Argument of type "str | None" cannot be assigned to parameter "{name}"',
    ),
    half_typed=Report("Pyright", "reportUndefinedVariable", '"{name}_" is not defined'),
    tests="python -m pytest -q",
    failing="""F..                                                                      [100%]
=================================== FAILURES ===================================
_________________________ test_{function}_without_{name} _________________________
    def test_{function}_without_{name}():
>       assert {function}(None) is None
E       AttributeError: 'NoneType' object has no attribute '{member}'
=========================== short test summary info ============================
FAILED {test}::test_{function}_without_{name} - AttributeError: 'NoneType' object has no attribute '{member}'
1 failed, 2 passed in 0.31s
""",
    passing="3 passed in 0.30s\n",
    variants=(
        Command("pytest -q", 127, "bash: pytest: command not found\n"),
        Command("python -m pytest tests", 4, "ImportError while loading conftest 'tests/conftest.py'.\n"),
        Command("PYTHONPATH=src python -m pytest -q -p no:cacheprovider", 0, "812 passed in 14.02s\n"),
    ),
)

TYPESCRIPT = Speech(
    comment="//",
    guard="{0}if (!{name}) return undefined",
    wrong_guard="{0}{name} ??= empty{function}()",
    nothing=Report("ts", "18048", "'{name}' is possibly 'undefined'."),
    stays=Report(
        "ts", "2345", "Argument of type 'string | undefined' is not assignable to parameter of type 'string'."
    ),
    half_typed=Report("ts", "2304", "Cannot find name '{name}_'."),
    tests="pnpm test",
    failing=""" ❯ {test} (3 tests | 1 failed) 12ms
   × {function} > answers nothing without {name} 4ms
 FAIL  {test} > {function} > answers nothing without {name}
TypeError: Cannot read properties of undefined (reading '{member}')
 Tests  1 failed | 2 passed (3)
""",
    passing=" Test Files  1 passed (1)\n      Tests  3 passed (3)\n",
    variants=(
        Command("npm run unit", 1, 'npm error Missing script: "unit"\n'),
        Command("npx jest", 1, "No tests found, exiting with code 1\n"),
        Command("pnpm run test-unit", 0, " Test Files  96 passed (96)\n      Tests  812 passed (812)\n"),
    ),
)

GO = Speech(
    comment="//",
    guard="{0}if {name} == nil {{\n{0}\treturn\n{0}}}",
    wrong_guard="{0}{name} = orEmpty({name})",
    nothing=Report("staticcheck", "SA5011", "possible nil pointer dereference of {name}.{member}"),
    stays=Report(
        "compiler",
        "IncompatibleAssign",
        "cannot use {name} (variable of type *string) as string value in argument",
    ),
    half_typed=Report("compiler", "UndeclaredName", "undefined: {name}_"),
    tests="go test ./...",
    failing="""--- FAIL: Test{function}Without{name} (0.00s)
panic: runtime error: invalid memory address or nil pointer dereference [recovered]
    {test}:41: expected no answer without {name}, got a panic reading {member}
FAIL
FAIL\texample.com/module\t0.012s
""",
    passing="ok  \texample.com/module\t0.010s\n",
    variants=(
        Command("make unit-test", 2, "make: *** No rule to make target 'unit-test'.  Stop.\n"),
        Command("make check", 2, "make: *** No rule to make target 'check'.  Stop.\n"),
        Command("go test -short ./...", 0, "ok  \texample.com/module\t4.210s\n"),
    ),
)

SPEECH = {"python": PYTHON, "typescript": TYPESCRIPT, "tsx": TYPESCRIPT, "javascript": TYPESCRIPT, "go": GO}
