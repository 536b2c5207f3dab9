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
    if "--progress-lines" in arguments:
        end_with_parent()
    from whylens.cli.main import main as run

    return run(arguments)


def end_with_parent() -> None:
    """End this process when its standard input ends: the server that started it is gone, or wants it to stop.

    First as Ctrl-C does, so that the work can stop between two steps; hard after a second. What was learned so far is
    kept either way.
    """
    import _thread
    import os
    import threading
    import time

    def watch() -> None:
        while os.read(0, 1024):
            pass
        _thread.interrupt_main()
        time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())
