#!/usr/bin/env python3
"""Opens a repository in a real VS Code with Whylens built from this checkout.

run.py [PATH] [--terminal] [--no-open]

PATH is the repository to look at (default: this project). VS Code is used where `code` can open a window;
otherwise a code-server on loopback, whose address is printed. `--terminal` needs no editor at all.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from devkit.cache import ROOT
from devkit.launch import open_editor
from devkit.node_env import any_node, install_packages
from devkit.python_env import python_environment
from devkit.shell import Failure
from devkit.tour import show_in_terminal
from devkit.vsix import build_vsix


def main() -> int:
    """Set up, build, open."""
    options = parser().parse_args()
    folder = options.path.expanduser().resolve()
    try:
        if not folder.is_dir():
            raise Failure(f"there is no folder {folder}")
        python = python_environment()
        if options.terminal:
            show_in_terminal(python, folder)
            return 0
        node = any_node(python)
        install_packages(node)
        open_editor(folder, build_vsix(python, node), python, show=not options.no_open)
    except Failure as failure:
        print(f"run: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    asked = argparse.ArgumentParser(description="Opens a repository in a real VS Code with Whylens.")
    asked.add_argument(
        "path", nargs="?", type=Path, default=ROOT, help="the repository (default: this project)"
    )
    asked.add_argument(
        "--terminal", action="store_true", help="show the same in the terminal, without an editor"
    )
    asked.add_argument("--no-open", action="store_true", help="prepare everything, but open no window")
    return asked


if __name__ == "__main__":
    sys.exit(main())
