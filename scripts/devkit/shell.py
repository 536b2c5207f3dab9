"""Runs programs, and says what failed in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from devkit.cache import ROOT


class Failure(Exception):
    """Something a person has to do or to know; shown without a traceback."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"  {text}", flush=True)


def run(
    command: Sequence[str | Path],
    *,
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
    quiet: bool = False,
) -> None:
    """Run *command*; raise Failure if it fails. When *quiet*, its output is shown only then."""
    if quiet:
        done = subprocess.run(
            arguments(command),
            cwd=cwd,
            env=environment(env),
            text=True,
            encoding="utf-8",
            errors="replace",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if done.returncode:
            sys.stdout.write(done.stdout)
    else:
        done = subprocess.run(arguments(command), cwd=cwd, env=environment(env))
    if done.returncode:
        raise Failure(
            f"{Path(command[0]).name} {command[1] if len(command) > 1 else ''} ended with {done.returncode}"
        )


def output(
    command: Sequence[str | Path], *, cwd: Path = ROOT, env: Mapping[str, str] | None = None
) -> str | None:
    """What *command* writes, or None if it cannot be run or fails."""
    try:
        done = subprocess.run(
            arguments(command),
            cwd=cwd,
            env=environment(env),
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def arguments(command: Sequence[str | Path]) -> list[str]:
    """*command* as plain strings."""
    return [str(part) for part in command]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The process's environment, with this checkout's server before any that is installed."""
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT / "server"),
        "PYTHONUTF8": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        **(extra or {}),
    }
