"""Builds the extension: the server's wheel, the client's bundle, and the VSIX that carries both."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

from devkit.cache import ROOT
from devkit.node_env import Node
from devkit.shell import Failure, run, say

WHEELS = ROOT / "dist" / "wheel"


def build_vsix(python: Path, node: Node) -> Path:
    """The path of a freshly built VSIX."""
    version = agreed_version()
    wheel = build_wheel(python)
    node.run_npm("run", "--silent", "build")
    target = ROOT / "dist" / f"whylens-{version}.vsix"
    # Relative links stay as they are: there is no public address they could be completed with.
    node.run_npm(
        "run", "--silent", "package", "--", "--allow-missing-repository", "--no-rewrite-relative-links"
    )
    if not target.is_file():
        raise Failure(f"vsce did not write {target}")
    say(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1e6:.1f} MB with {wheel.name}")
    return target


def build_wheel(python: Path) -> Path:
    """The server's wheel, alone in its folder: the client takes the one it finds there."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    run(
        [
            python,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            WHEELS,
            ROOT,
        ],
        quiet=True,
    )
    (wheel,) = WHEELS.glob("*.whl")
    return wheel


def agreed_version() -> str:
    """The version, which client and server must share."""
    server = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    client = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["version"]
    if server != client:
        raise Failure(f"pyproject.toml says version {server}, package.json {client}: make them equal")
    return server
