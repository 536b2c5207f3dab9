"""What outputs plainly say."""

from __future__ import annotations

import pytest

from whylens.extract.stories.outcomes import Outcome, failure_of, outcome_of, plain


@pytest.mark.parametrize(
    "output",
    [
        "=== 1 failed, 3 passed in 0.12s ===",
        "1 failed, 3 passed in 0.12s",
        "2 errors in 0.50s",
        "FAILED (failures=1)",
        "--- FAIL: TestX (0.00s)\nFAIL\texample.com/x\t0.1s",
        "test result: FAILED. 3 passed; 1 failed",
        "Tests:       1 failed, 4 passed, 5 total",
        "      Tests  1 failed | 4 passed (5)",
        "  1 failing",
        "[INFO] Tests run: 3, Failures: 1, Errors: 0",
        "[INFO] BUILD FAILURE",
        "BUILD FAILED in 3s",
        "3 examples, 1 failure",
        "FAILURES!",
    ],
)
def test_a_runner_that_says_failed_has_failed_whatever_the_exit_code(output: str) -> None:
    assert outcome_of(output, None) is Outcome.FAILED
    assert outcome_of(output, 0) is Outcome.FAILED


@pytest.mark.parametrize(
    "output",
    [
        "=== 4 passed in 0.12s ===",
        "4 passed, 1 skipped in 1.2s",
        "Ran 3 tests in 0.1s\n\nOK",
        "ok  \texample.com/x\t0.1s",
        "test result: ok. 4 passed; 0 failed",
        "Tests:       5 passed, 5 total",
        "  12 passing (30ms)",
        "[INFO] BUILD SUCCESS",
        "BUILD SUCCESSFUL in 3s",
        "3 examples, 0 failures",
        "OK (12 tests, 30 assertions)",
    ],
)
def test_without_an_exit_code_a_runner_that_says_passed_has_passed(output: str) -> None:
    assert outcome_of(output, None) is Outcome.PASSED


@pytest.mark.parametrize("output", ["", "Listening on :8080", "0 errors found, probably", "done"])
def test_without_an_exit_code_silence_says_nothing(output: str) -> None:
    assert outcome_of(output, None) is None


@pytest.mark.parametrize("code", [130, 137, 143])
def test_what_the_user_stopped_says_nothing(code: int) -> None:
    assert outcome_of("1 failed in 2s", code) is None


def test_a_command_that_cannot_run_did_not_fail_its_tests() -> None:
    assert outcome_of("bash: pytest: command not found", 127) is Outcome.UNABLE
    assert outcome_of('npm error Missing script: "test"', 1) is Outcome.UNABLE
    assert outcome_of("boom", 1) is Outcome.FAILED


@pytest.mark.parametrize(
    ("output", "test", "why"),
    [
        (
            "E       assert 1000 == 90\nFAILED tests/test_cart.py::test_discount - assert 1000 == 90",
            "test_discount",
            "assert 1000 == 90",
        ),
        ("--- FAIL: TestTake (0.01s)\n    pool_test.go:31: got -3, want 0", "TestTake", "got -3, want 0"),
        (
            "● cart › adds\n\n    Expected: 3\n    Received: 4\n",
            "cart › adds",
            "Expected: 3 Received: 4",
        ),
        (
            "test cache::evicts ... FAILED\nthread 'x' panicked at src/cache.rs:9:5:\n"
            "assertion `left == right` failed\n"
            "  left: 1\n right: 2",
            "cache::evicts",
            "assertion `left == right` failed left: 1 right: 2",
        ),
        (
            "[ERROR] BillingTest.net:22 expected: <-80> but was: <80>",
            "BillingTest.net",
            "expected: <-80> but was: <80>",
        ),
        ("FAIL: test_x (tests.T)\nAssertionError: 1 != 2", "test_x", "AssertionError: 1 != 2"),
        ("nothing of the kind", "", ""),
    ],
)
def test_the_first_failure_is_named_with_its_reason(output: str, test: str, why: str) -> None:
    failure = failure_of(output)
    assert (failure.test, failure.why) == (test, why)
    assert failure.line in output


def test_colours_are_taken_off() -> None:
    assert plain("\x1b[31m1 failed\x1b[0m in 2s\r\n") == "1 failed in 2s\n"
