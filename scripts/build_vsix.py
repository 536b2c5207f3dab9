#!/usr/bin/env python3
"""Builds dist/whylens-VERSION.vsix: the client, and the server's wheel inside it."""

from __future__ import annotations

import sys

from devkit.node_env import any_node, install_packages
from devkit.python_env import python_environment
from devkit.shell import Failure
from devkit.vsix import build_vsix


def main() -> int:
    """Set up what building needs, then build."""
    try:
        python = python_environment()
        node = any_node(python)
        install_packages(node)
        build_vsix(python, node)
    except Failure as failure:
        print(f"build_vsix: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
