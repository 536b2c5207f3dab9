"""Output of tools: failures become issues of the moment."""

import pytest

from whylens.extract.tool_output import extract_tool_output
from whylens.model.words import Scope


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (
            "FAILED tests/test_shop.py::test_total - AssertionError: 3 != 4\n",
            "tests/test_shop.py::test_total fails: AssertionError: 3 != 4",
        ),
        ("--- FAIL: TestTotal (0.01s)\n    shop_test.go:9: got 3\n", "TestTotal fails: got 3"),
        (
            "src/a.c:3:5: error: unknown type name 'foo'\n",
            "src/a.c:3:5 does not compile: unknown type name 'foo'",
        ),
        (
            "error[E0308]: mismatched types\n  --> src/a.rs:4:9\n",
            "src/a.rs:4:9 does not compile: mismatched types",
        ),
        (
            "src/a.ts(3,5): error TS2304: Cannot find name 'x'.\n",
            "src/a.ts(3,5) does not compile: TS2304: Cannot find name 'x'.",
        ),
    ],
)
def test_a_failure_is_told_in_one_line(text: str, summary: str) -> None:
    (draft,) = extract_tool_output(text)
    assert (draft.summary, draft.scope) == (summary, Scope.TASK)


def test_output_without_failures_is_silent() -> None:
    assert extract_tool_output("collected 3 items\n\n3 passed in 0.1s\nGit repo: .git with 300 files\n") == []
