"""The test runners: how pytest and node are called, and what their reports say."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from devkit import code_server
from devkit.cache import ROOT, cache_folder
from devkit.node_env import Node, pinned_node
from devkit.shell import Failure, arguments, environment
from devkit.steps import Count, count_junit
from devkit.wheelhouse import fill_wheelhouse

NOTHING_CHOSEN = 5  # pytest's exit code when no test matches -k
#: pytest runs in so many processes: the tests of the protocol wait more than they work.
WORKERS = min(4, os.cpu_count() or 1)


@dataclass(frozen=True)
class Bench:
    """What the runners work with. `expression` chooses tests by name; `fast` leaves out slow ones."""

    python: Path
    node: Node
    scratch: Path
    expression: str = ""
    fast: bool = False


def python_tests(bench: Bench) -> Count:
    """pytest, with its own output."""
    report = bench.scratch / "pytest.xml"
    quick = ["-m", "not slow"] if bench.fast else []
    chosen = ["-k", bench.expression] if bench.expression else ["-n", str(WORKERS), "--dist", "loadfile"]
    command = [bench.python, "-m", "pytest", f"--junitxml={report}", *quick, *chosen]
    return counted(command, report)


def client_tests(bench: Bench) -> Count:
    """The client's plain modules, without an editor."""
    bench.node.run_npm("run", "--silent", "build:test")
    built = sorted((ROOT / "client" / "out" / "test").glob("*.test.mjs"))
    return node_tests(bench, bench.node, built, "client")


def editor_tests(bench: Bench) -> Count:
    """A whole VS Code in a browser. A skipped test fails the run: without an editor, say --no-editor."""
    node = pinned_node(bench.python)
    tests = sorted((ROOT / "tests" / "editor").glob("*.test.mjs"))
    count = node_tests(bench, node, tests, "editor", editor_settings(bench, node))
    if count.skipped and not bench.expression:
        raise Failure(f"{count.skipped} editor tests were skipped")
    return count


def editor_settings(bench: Bench, node: Node) -> dict[str, str]:
    """Where the editor tests find what they drive; installed when absent."""
    return {
        "WHYLENS_TEST_NODE": str(node.binary),
        "WHYLENS_TEST_CODE_SERVER": str(code_server.code_server(node)),
        "WHYLENS_TEST_BROWSER": str(code_server.browser()),
        "WHYLENS_TEST_PYTHON": str(bench.python),
        "WHYLENS_TEST_VSIX": str(next((ROOT / "dist").glob("whylens-*.vsix"))),
        "WHYLENS_TEST_WHEELHOUSE": str(fill_wheelhouse(bench.python, cache_folder() / "wheelhouse")),
    }


def node_tests(
    bench: Bench, node: Node, tests: Sequence[Path], name: str, env: Mapping[str, str] | None = None
) -> Count:
    """Node's own test runner, one file at a time: readable output on the terminal, counts in a report."""
    report = bench.scratch / f"{name}.xml"
    options = [
        "--test-concurrency=1",
        "--test-timeout=600000",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        "--test-reporter=junit",
        f"--test-reporter-destination={report}",
        *([f"--test-name-pattern={bench.expression}"] if bench.expression else []),
    ]
    return counted([node.binary, "--test", *options, *tests], report, env)


def counted(command: Sequence[str | Path], report: Path, env: Mapping[str, str] | None = None) -> Count:
    """Run a test runner with its output shown; its counts, or Failure when it came to nothing."""
    done = subprocess.run(arguments(command), cwd=ROOT, env=environment(env))
    count = count_junit(report)
    if count is None or (done.returncode not in (0, NOTHING_CHOSEN) and not count.failed):
        raise Failure(f"{Path(command[0]).name} ended with {done.returncode}")
    return count
