"""`python -m whylens`: the language server by the short way, everything else through the terminal door."""

from __future__ import annotations

import os
import sys


def main() -> int:
    """Run what the command line says and return its exit code."""
    _import_nothing_from_here()
    arguments = sys.argv[1:]
    if arguments[:1] == ["serve"] and "--help" not in arguments:
        # not through the terminal door: its imports would cost a third of the time to the first answer
        from whylens.lsp.main import main as serve

        return serve(arguments[1:])
    if arguments[:1] == ["hook"] and "--help" not in arguments:
        from whylens.cli.hook import main as hook  # an assistant waits for it at every tool call

        return hook(arguments[1:])
    from whylens.cli.main import main as run

    return run(arguments)


def _import_nothing_from_here() -> None:
    """`python -m` looks for modules in the current folder first: it may be a repository with a `json.py` of its own."""
    try:
        here = os.getcwd()  # noqa: PTH109 - pathlib would be imported from there too
    except FileNotFoundError:  # the folder is gone, and nothing can be imported from it
        here = ""
    if not sys.flags.safe_path and sys.path and sys.path[0] in ("", here):
        del sys.path[0]


if __name__ == "__main__":
    sys.exit(main())
