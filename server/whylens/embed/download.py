"""Downloading a model the user named, on the user's explicit command only: the one use of the network here."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from whylens.embed import wire
from whylens.model.errors import Unavailable, UserError


def download(home: Path, model: str) -> None:
    """Download `model` for the worker of `home`, showing progress on stderr. `UserError` says why it did not work.

    In a process of its own, because it loads onnxruntime.
    """
    command = [sys.executable, "-P", "-m", "whylens.embed.download", str(home), model]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        reason = done.stdout.decode("utf-8", "replace").strip()
        raise UserError(
            reason or f"The embedding model {model} could not be downloaded. Check the network and try again."
        )


def main(arguments: list[str]) -> int:
    """Download in this process; what went wrong goes to standard output, for `download` to show."""
    from whylens.embed import named

    home, model = arguments
    try:
        named.check(model)
    except Unavailable as error:
        sys.stdout.write(str(error))
        return 1
    named.load(model, wire.place_in(Path(home), model).models, local_files_only=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
