"""`python -m whylens`: the language server by the short way, everything else through the terminal door."""

from __future__ import annotations

import sys


def main() -> int:
    """Run what the command line says and return its exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["serve"] and "--help" not in arguments:
        # not through the terminal door: its imports would cost a third of the time to the first answer
        from whylens.lsp.main import main as serve

        return serve(arguments[1:])
    from whylens.cli.main import main as run

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
