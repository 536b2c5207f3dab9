"""The terminal door: one command for each thing the memory can do."""

from __future__ import annotations

import errno
import io
import logging
import os
import sys

import typer

from whylens.cli import (
    cards,
    exchange,
    feedback,
    hand,
    health,
    learning,
    questions,
    review,
    texts,
    transcripts,
)
from whylens.cli.session import HomeOption, one_line
from whylens.model.errors import UserError, WhylensError

app = typer.Typer(
    name="whylens",
    help="Shows why code is the way it is: decisions, constraints, known defects and failed approaches.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

for module in (learning, questions, cards, review, hand, feedback, exchange, texts, transcripts, health):
    module.register(app)


@app.command("serve", help="Run the language server (standard input and output by default).")
def _serve(
    stdio: bool = typer.Option(False, "--stdio", help="Accepted because editors append it; changes nothing."),
    tcp: str = typer.Option("", "--tcp", help="HOST:PORT on loopback; prints the token a client must send."),
) -> None:
    """Listed for the help only: `whylens serve` never comes here, `__main__` opens the other door before."""
    raise UserError("start the language server with `whylens serve` as the first words of the command line")


@app.command(
    "hook", help="Take in a tool call from an assistant's hook (JSON on standard input); see docs/capture.md."
)
def _hook(home: HomeOption = None) -> None:
    """Listed for the help only, like `serve`."""
    raise UserError("call it with `whylens hook` as the first words of the command line")


@app.callback()
def _root(version: bool = typer.Option(False, "--version", is_eager=True, help="Print the version.")) -> None:
    if version:
        from whylens import __version__

        sys.stdout.write(f"whylens {__version__}\n")
        raise typer.Exit


def main(arguments: list[str] | None = None) -> int:
    """Run one command. 0 on success, 1 on a user error with one line on stderr, 2 on wrong usage."""
    logging.basicConfig(
        level=logging.getLevelNamesMapping().get(os.environ.get("WHYLENS_LOG", "").upper(), logging.ERROR),
        stream=sys.stderr,
        format="%(levelname)s %(name)s: %(message)s",
    )
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        result = app(args=arguments, standalone_mode=False)
        sys.stdout.flush()
        if result == _INTERRUPTED:
            sys.stderr.write("whylens: interrupted; what was kept is kept, run it again to go on\n")
        return result if isinstance(result, int) else 0
    except WhylensError as error:
        sys.stderr.write(f"whylens: {one_line(str(error))}\n")
        return 1
    except typer.Abort:
        sys.stderr.write("whylens: stopped, nothing more was changed\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("whylens: interrupted\n")
        return 1
    except BrokenPipeError:
        return _reader_gone()
    except OSError as error:
        sys.stderr.write(f"whylens: {_system_said(error)}\n")
        return 1
    except Exception as error:  # noqa: BLE001 - usage errors of the command line library; all else is raised again
        return _usage_error(error)


def _reader_gone() -> int:
    """Whoever read our output has enough: a quiet end, and nothing left that Python would still try to write."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return 0


def _system_said(error: OSError) -> str:
    """What the system refused, on what, and what to do."""
    what = f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    step = _STEPS.get(error.errno or 0, "check the path, and that it may be read and written")
    return one_line(f"{what}; {step}")


#: What the command line library answers after Ctrl-C.
_INTERRUPTED = 130

_STEPS = {
    errno.ENOSPC: "free some space, or point WHYLENS_HOME at another disk",
    errno.EDQUOT: "free some space, or point WHYLENS_HOME at another disk",
    errno.ENAMETOOLONG: "give a shorter path",
    errno.ENOENT: "give a path that exists",
}


def _usage_error(error: Exception) -> int:
    """Show what is wrong with the command line; anything else is a bug and is raised as it is."""
    show = getattr(error, "show", None)
    code = getattr(error, "exit_code", None)
    if show is None or code is None:
        raise error
    context = getattr(error, "ctx", None)
    name = getattr(context, "info_name", None)
    if name in _TAKES_TEXT:
        # what was typed may be the very text that holds a secret: none of it is shown again
        sys.stderr.write(f"whylens: {name} reads its text from standard input; see `whylens {name} --help`\n")
    else:
        show()
    return int(code)


_TAKES_TEXT = frozenset({"redact", "extract"})
