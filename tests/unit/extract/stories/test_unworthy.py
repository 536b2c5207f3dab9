"""The table of reports that are not worth following."""

from __future__ import annotations

import pytest

from whylens.extract.stories.message import one_line, pattern_of, said_by
from whylens.extract.stories.unworthy import why_unworthy
from whylens.model.happening import Problem


@pytest.mark.parametrize(
    ("tool", "code", "message"),
    [
        ("prettier", "", "Replace `'a'` with `\"a\"`"),
        ("cSpell", "", '"whylens": Unknown word.'),
        ("Ruff", "E501", "Line too long (121 > 100)"),
        ("Ruff", "F401", "`os` imported but unused"),
        ("Ruff", "I001", "Import block is un-sorted or un-formatted"),
        ("eslint", "semi", "Missing semicolon."),
        ("eslint", "@typescript-eslint/no-unused-vars", "'x' is assigned a value but never used."),
        ("ts", "6133", "'x' is declared but its value is never read."),
        ("ts", "1005", "';' expected."),
        ("ts", "2304", "Cannot find name 'foo'."),
        ("ts", "2307", "Cannot find module './x' or its corresponding type declarations."),
        ("ts", "7006", "Parameter 'a' implicitly has an 'any' type."),
        ("Pylance", "reportUndefinedVariable", '"x" is not defined'),
        ("Pylance", "reportMissingImports", 'Import "yaml" could not be resolved'),
        ("Pylance", "", '"(" was not closed'),
        ("Pylance", "", "Expected expression"),
        ("Pylance", "reportUnknownMemberType", 'Type of "get" is partially unknown'),
        ("rustc", "E0425", "cannot find value `x` in this scope"),
        ("rustc", "unused_variables", "unused variable: `y`"),
        ("rustc", "", "expected one of `;` or `}`, found `let`"),
        ("compiler", "", "undefined: parseConfig"),
        ("compiler", "UnusedImport", '"fmt" imported and not used'),
        ("compiler", "", "syntax error: unexpected newline, expected }"),
        ("clang", "", "expected ';' after expression"),
        ("clang", "undeclared_var_use", "use of undeclared identifier 'n'"),
        ("Java", "", "Syntax error on token \"}\", delete this token"),
        ("pylint", "C0116", "Missing function or method docstring"),
        ("", "", "   "),
    ],
)  # fmt: skip
def test_style_half_typed_code_and_missing_packages_are_not_followed(
    tool: str, code: str, message: str
) -> None:
    assert why_unworthy(Problem(message, code=code, tool=tool))


@pytest.mark.parametrize(
    ("tool", "code", "message"),
    [
        ("Pylance", "reportOptionalMemberAccess", '"upper" is not a known attribute of "None"'),
        ("Pylance", "reportArgumentType", 'Argument of type "str" cannot be assigned to parameter "n"'),
        ("ts", "2554", "Expected 2 arguments, but got 1."),
        ("ts", "2345", "Argument of type 'string' is not assignable to parameter of type 'number'."),
        ("ts", "2532", "Object is possibly 'undefined'."),
        ("rustc", "E0502", "cannot borrow `*self` as mutable because it is also borrowed as immutable"),
        ("rustc", "E0308", "mismatched types\nexpected `u32`, found `&str`"),
        ("compiler", "IncompatibleAssign", "cannot use x (variable of type int) as string value in assignment"),
        ("govet", "copylocks", "range var m copies lock: sync.Mutex"),
        ("clang", "", "no matching function for call to 'push'"),
        ("Java", "603979884", "The method tax() is undefined for the type Invoice"),
        ("eslint", "no-cond-assign", "Expected a conditional expression and instead saw an assignment."),
        ("Ruff", "B006", "Do not use mutable data structures for argument defaults"),
        ("Ruff", "S608", "Possible SQL injection vector through string-based query construction"),
    ],
)  # fmt: skip
def test_what_says_that_code_is_wrong_is_followed(tool: str, code: str, message: str) -> None:
    assert why_unworthy(Problem(message, code=code, tool=tool)) == ""


def test_a_message_loses_paths_and_positions() -> None:
    message = "Cannot assign to 'x' at line 12 in /home/someone/project/src/app.ts:12:4.\nMore of it"
    assert one_line(message) == "Cannot assign to 'x' in app.ts"


def test_a_message_is_the_same_when_only_numbers_and_case_differ() -> None:
    assert pattern_of("Expected 2 arguments, but got 1") == pattern_of("expected 3 arguments, but got 12")


def test_who_says_it_stands_in_brackets() -> None:
    assert said_by(Problem("m", code="2554", tool="ts")) == " (ts 2554)"
    assert said_by(Problem("m")) == ""
