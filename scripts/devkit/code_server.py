"""A whole VS Code for the browser (code-server), with the Chromium that tests drive it with."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from devkit import debian
from devkit.cache import cache_folder, fingerprint, is_marked, put_mark
from devkit.node_env import Node
from devkit.shell import Failure, say

VERSION = "4.139.1"
#: Needed to compile code-server's native modules (kerberos).
COMPILING = ("g++", "make", "libkrb5-dev", "python3")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_BROWSER = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")


def code_server(node: Node) -> Path:
    """code-server's entry script, run with *node*; fetched and compiled when absent (about two minutes)."""
    folder = cache_folder() / "editor" / f"code-server-{VERSION}"
    mark = fingerprint(VERSION)
    if not is_marked(folder, mark):
        if sys.platform == "win32":
            raise Failure("code-server does not run on Windows: install VS Code and put `code` on the PATH")
        if sys.platform == "linux":
            debian.install(*COMPILING)
        fetch(folder, node)
        put_mark(folder, mark)
    return folder / "node_modules" / "code-server" / "out" / "node" / "entry.js"


def fetch(folder: Path, node: Node) -> None:
    """Install code-server's package into the empty *folder*."""
    say(f"fetching code-server {VERSION} (some minutes the first time)")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
    # Without nodedir the headers of another Node are taken, or downloaded.
    compiling = {"npm_config_nodedir": str(node.home), "npm_config_unsafe_perm": "true", "JOBS": "2"}
    node.run_npm("install", "--loglevel=error", f"code-server@{VERSION}", cwd=folder, env=compiling)


def browser() -> Path:
    """A Chromium or Chrome of this machine; installed on Debian."""
    found = next((Path(path) for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None and sys.platform == "darwin" and MAC_BROWSER.exists():
        return MAC_BROWSER
    if found is None:
        debian.install("chromium", "fonts-dejavu-core")
        found = Path(shutil.which("chromium") or "")
    return found
