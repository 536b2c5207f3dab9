#!/usr/bin/env python3
"""Runs every check there is, on a machine where nothing was installed by hand.

test.py [--fast] [--no-editor] [-k EXPR]

Sets itself up: Python packages, Node.js, and for the editor tests a whole VS Code with a browser, all in the
user's cache (`WHYLENS_DEV_CACHE`). As root on Debian it installs system packages with apt.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from devkit import debian
from devkit.node_env import any_node, install_packages
from devkit.python_env import python_environment
from devkit.runners import Bench, client_tests, editor_tests, python_tests
from devkit.shell import Failure, run
from devkit.steps import Steps
from devkit.vsix import build_vsix


def main() -> int:
    """Take the steps that were asked for; 0 when all is well."""
    options = parse(sys.argv[1:])
    try:
        print("== set-up", flush=True)
        if shutil.which("git") is None:
            debian.install("git")
        python = python_environment()
        node = any_node(python)
        install_packages(node)
    except Failure as failure:
        print(f"test: {failure}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="whylens-test-", ignore_cleanup_errors=True) as scratch:
        os.environ["WHYLENS_HOME"] = str(Path(scratch) / "home")
        return take_steps(Bench(python, node, Path(scratch), options.k, options.fast), options.no_editor)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Runs every check there is.")
    parser.add_argument("--no-editor", action="store_true", help="leave out the tests in a real editor")
    parser.add_argument(
        "--fast", action="store_true", help="leave out slow tests, the package and the editor"
    )
    parser.add_argument("-k", metavar="EXPR", default="", help="only tests whose name matches")
    return parser.parse_args(argv)


def take_steps(bench: Bench, no_editor: bool) -> int:
    """All steps, quickest first, then the summary."""
    steps = Steps()
    tool = bench.python.parent
    steps.take("ruff check", lambda: run([tool / "ruff", "check", "."]))
    steps.take("ruff format", lambda: run([tool / "ruff", "format", "--check", "."]))
    steps.take("layers (import-linter)", lambda: run([tool / "lint-imports"], quiet=True))
    steps.take("types (pyright strict)", lambda: run([tool / "pyright", "--pythonpath", bench.python]))
    steps.take("types (tsc strictest)", lambda: bench.node.run_npm("run", "--silent", "check"))
    steps.take("client tests", lambda: client_tests(bench))
    steps.take("pytest", lambda: python_tests(bench))
    if not bench.fast:
        steps.take("VSIX", lambda: build(bench))
    if not bench.fast and not no_editor:
        steps.take("editor tests", lambda: editor_tests(bench))
    return steps.summary()


def build(bench: Bench) -> None:
    """The package that the editor tests install."""
    build_vsix(bench.python, bench.node)


if __name__ == "__main__":
    sys.exit(main())
