"""What the output of a command plainly says: passed, failed and with which words, or that it could not run at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from whylens.extract.phrasing import clipped


class Outcome(StrEnum):
    """How a command ended; `UNABLE` is a failure to run, not of what was run."""

    PASSED = "passed"
    FAILED = "failed"
    UNABLE = "unable"


#: Summary lines of runners: (runner, how it says that it failed, how it says that it passed).
_RUNNERS = tuple(
    (runner, re.compile(failed, re.MULTILINE), re.compile(passed, re.MULTILINE))
    for runner, failed, passed in (
        ("pytest",
         r"^=*\s*(?:[^\n=]*\b)?[1-9]\d* (?:failed|errors?)\b[^\n]* in [\d.:]+",
         r"^=*\s*\d+ passed\b[^\n]* in [\d.:]+"),
        ("unittest", r"^FAILED \((?:failures|errors)=", r"^OK(?: \(.*\))?$"),
        ("go test", r"^(?:--- FAIL|FAIL)\b", r"^ok\s+\S+\s"),
        ("cargo test", r"^test result: FAILED|^error: test failed", r"^test result: ok\."),
        ("jest, vitest",
         r"^\s*Tests:?\s+(?:.*\s)?[1-9]\d* failed",
         r"^\s*Tests:?\s+(?:\d+ skipped,? ?\|? ?)?\d+ passed"),
        ("mocha", r"^\s*[1-9]\d* failing\b", r"^\s*\d+ passing\b"),
        ("maven",
         r"^(?:\[\w+\] )?(?:BUILD FAILURE|Tests run:.*(?:Failures|Errors): [1-9])",
         r"^(?:\[\w+\] )?BUILD SUCCESS"),
        ("gradle", r"^BUILD FAILED\b|^\d+ tests completed, [1-9]\d* failed", r"^BUILD SUCCESSFUL\b"),
        ("rspec", r"^\d+ examples?, [1-9]\d* failures?", r"^\d+ examples?, 0 failures"),
        ("phpunit", r"^(?:FAILURES|ERRORS)!$", r"^OK \(\d+ tests?"),
        ("dotnet", r"^\s*(?:Failed!|Test Run Failed\.)", r"^\s*(?:Passed!|Test Run Successful\.)"),
        ("playwright", r"^\s*[1-9]\d* failed$", r"^\s*\d+ passed \("),
        ("tsc", r"^Found [1-9]\d* errors?\b|: error TS\d+:", r"^Found 0 errors"),
        ("ctest", r"^The following tests FAILED:", r"^100% tests passed"),
    )
)  # fmt: skip

#: The command itself is wrong here: no such program, no such script, not these arguments.
_UNABLE = re.compile(
    r"command not found|is not recognized as|No module named (?:pytest|unittest|tox|nox|\w+\.__main__)|: not found$"
    r"|unrecognized arguments"
    r"|[Mm]issing script|[Nn]o rule to make target|[Uu]nknown (?:command|option|argument|task)"
    r"|no such (?:sub)?command|[Nn]o such option"
    r"|cannot find main module|could not find `?Cargo\.toml|No such file or directory$|can't open file"
    r"|ERR_PNPM_NO_SCRIPT|couldn't find a script"
    r"|No tests? (?:found|ran)|no tests ran|no test files|collected 0 items|ImportError while loading conftest"
    r"|Permission denied|[Uu]sage: ",
    re.MULTILINE,
)
_INTERRUPTED = frozenset({130, 131, 137, 143, -2, -9, -15})
_NOT_RUNNABLE = frozenset({126, 127})
_COLOUR = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\r(?=\n)")

#: The name of the first test that failed, by how runners print it.
_TEST = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^(?:FAILED|ERROR) (?P<file>[^\s:]+)::(?P<name>\S+)",
        r"^_{3,} (?P<name>[\w.\[\]-]+) _{3,}$",
        r"^(?:FAIL|ERROR): (?P<name>\w+) \([\w.]+\)",
        r"^\s*--- FAIL: (?P<name>\S+)",
        r"^test (?P<name>\S+) \.\.\. FAILED",
        r"^\s*FAIL\s+(?P<file>\S+\.\w+) > (?P<name>\S.{3,120}?)$",
        r"^\s*● (?P<name>\S.{3,120}?)$",
        r"^\s*[✕✗✘×] (?P<name>\S.{3,120}?)(?: \(?\d+ ?ms\)?)?$",
        r"^\s+1\) (?P<name>\S.{3,120}?):?$",
        r"^\[ERROR\]\s+(?P<name>\w+(?:\.\w+)+):\d+",
        r"^rspec \S+ # (?P<name>\S.{3,120})$",
    )
)
#: Characters of a reason in a sentence, and what runners put around it.
LONGEST_REASON = 160
_AROUND = re.compile(r"^AssertionError: (?=assert\b|expected\b)|\s*// Object\.is equality$")

#: The line that says why, best first.
_WHY = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^E\s+(?P<why>(?:assert\b|\w*(?:Error|Exception|Warning)\b).+)$",
        r"^\s*(?P<why>(?:AssertionError|\w+(?:Error|Exception)): .+)$",
        r"^\s+\S+_test\.go:\d+: (?P<why>.+)$",
        r"^(?P<why>assertion .+ failed.*(?:\n\s+left: .+\n\s*right: .+)?)$",
        r"^thread .+ panicked at (?P<why>.+)$",
        r"^\s*(?P<why>Expected:? .+\n\s*Received:? .+)$",
        r"^.*?(?P<why>\bexpected:? ?<.+> but was:? ?<.+>.*)$",
        r"^\s*(?P<why>expected: .+\n\s+got: .+)$",
        r"^\s*(?P<why>(?=.*\b[Ee]xpected\b)(?=.*\b(?:got|received|actual|but|found|to)\b).{8,200})$",
        r"^E\s+(?P<why>.+)$",
        r"^(?:FAILED|ERROR) \S+ - (?P<why>.+)$",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """The first failure of an output: `test` and its `file` may be empty; `line` is verbatim, `why` for a sentence."""

    test: str = ""
    file: str = ""
    line: str = ""
    why: str = ""


def plain(output: str) -> str:
    """*output* as it is read: without colours."""
    return _COLOUR.sub("", output)


def outcome_of(output: str, exit_code: int | None) -> Outcome | None:
    """How a command ended; *output* is `plain`. None when nobody can tell, or the user stopped it.

    What a runner says goes before its exit code: a pipe swallows that.
    """
    if exit_code in _INTERRUPTED:
        return None
    failed = any(pattern.search(output) for _, pattern, _ in _RUNNERS)
    if failed:
        return Outcome.FAILED
    unable = exit_code != 0 and (exit_code in _NOT_RUNNABLE or _UNABLE.search(output) is not None)
    if unable:
        return Outcome.UNABLE
    if exit_code is not None:
        return Outcome.PASSED if exit_code == 0 else Outcome.FAILED
    passed = any(pattern.search(output) for _, _, pattern in _RUNNERS)
    return Outcome.PASSED if passed else None


def failure_of(output: str) -> Failure:
    """The first failure an output reports; *output* is `plain`."""
    named = next((found for each in _TEST if (found := each.search(output))), None)
    said = next((found for each in _WHY if (found := each.search(output))), None)
    groups = named.groupdict() if named else {}
    test, file = groups.get("name") or "", groups.get("file") or ""
    if said is None:
        return Failure(test, file, named.group().strip() if named else "")
    return Failure(test, file, said.group().strip(), _reason(said["why"]))


def _reason(why: str) -> str:
    """A reason as it stands in a sentence, without the runner's own words around it."""
    plain_ = _AROUND.sub("", " ".join(why.split())).rstrip(" .")
    return clipped(plain_, LONGEST_REASON)
