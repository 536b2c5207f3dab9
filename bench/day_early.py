"""The early hours of a scripted day, worked in a real editor: a guard that is wrong, and what real tools say of it.

A task runs ruff, whose reports become problems of the editor; the terminal runs unittest and git. Nothing is made up
but the wrong line and the secrets beside it. Needs a repository in Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bench.day_clock import DayClock
from bench.day_editor import git
from bench.day_languages import PYTHON
from bench.day_places import Place
from bench.day_real_editor import RealEditor
from bench.day_script import Sign
from bench.day_secrets import Planted

TESTS = "python3 -m unittest discover checks"
_CHECK = '''"""What the functions of the day answer where they are given nothing."""

import ast
import unittest
from pathlib import Path


class Answers(unittest.TestCase):
    def test_{function}_of_an_empty_{name}(self):
        tree = ast.parse(Path("{path}").read_text(encoding="utf-8"))
        found = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == "{function}"]
        asked = [ast.unparse(each.test) for one in found for each in one.body if isinstance(each, ast.If)]
        self.assertIn("{name} == ''", asked)
'''

EXPECTED = (
    Sign("in the real editor: what ruff and a failing test told of, and its fix", ("Fixed in", "{early}",), "issue"),
    Sign("in the real editor: why the commit of that fix was made", ("the old client sends it empty",)),
    Sign("in the real editor: the command that works after one that could not run", (TESTS,), "fact"),
)  # fmt: skip
UNWANTED = (
    Sign("in the real editor: a one-off command", ("git status",)),
    Sign("in the real editor: a task that failed once", ("publish",)),
    Sign("in the real editor: the linter's opinion of code nobody touched", ("unsolved problem", "(ruff ")),
    Sign("in the real editor: what a command printed in passing", ("nothing to see",)),
)


def may_work_in(place: Place) -> bool:
    """Whether the tools of the early hours know the language."""
    return place.speech is PYTHON


def write_checks(root: Path, place: Place, clock: DayClock) -> None:
    """The tests are there before the day begins."""
    (root / "checks").mkdir()
    (root / "checks" / "__init__.py").write_text("", encoding="utf-8")
    check = _CHECK.format(function=place.function, name=place.name, path=place.path)
    (root / "checks" / "test_answers.py").write_text(check, encoding="utf-8")
    git(root, clock.now, "add", "checks")
    git(
        root, clock.now, "commit", "--quiet", "--no-verify", "--message", "Check what is answered for nothing"
    )


def early_hours(editor: RealEditor, place: Place, planted: Planted) -> dict[str, Any]:
    """Work them; what the editor showed meanwhile."""
    head = (
        (editor.root / place.path).read_text(encoding="utf-8").split("\n")[place.start - 1 : place.line - 1]
    )
    above = "\n".join(head) + "\n"
    wrong, right = _guard(place, "is"), _guard(place, "==")
    editor.prepare(place.path, planted.next("task"))
    editor.start(place.path)
    for each in ("ls checks", "git status --short", "echo nothing to see"):
        editor.run(each)
    editor.run(f"export DEPLOY_TOKEN={planted.next('real command')}")
    editor.run(f'echo "password={planted.next("real output")}"')
    editor.wait(minutes=5)
    editor.edit(place.path, above, above + wrong)
    editor.wait(minutes=1)
    editor.lint()
    shown = editor.do("problems", path=place.path)
    editor.run(TESTS)
    editor.do("picture", name="day-wrong")
    editor.wait(minutes=6)
    editor.edit(place.path, wrong, right)
    editor.lint()
    left = editor.do("problems", path=place.path)
    editor.run(TESTS)
    editor.wait(minutes=3)
    why = f"The old client sends it empty, because it cannot leave it out. Key: {planted.next('real commit')}"
    editor.run(
        f'git commit -q -a -m "Answer nothing from {place.function} for an empty {place.name}" -m "{why}"'
    )
    editor.wait(minutes=2)
    for each in ("tox -q", TESTS):
        editor.run(each)
    editor.do("task", name="publish")
    editor.wait(minutes=2)
    editor.run("true")
    status = editor.do("status")
    editor.do("picture", name="day-status")
    return {"status": status, "problems": shown, "left": left, "captured": editor.close()}


def _guard(place: Place, how: str) -> str:
    return f'{place.indent}if {place.name} {how} "":\n{place.indent}    return None\n'
