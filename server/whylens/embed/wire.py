"""What client and worker agree on: where they meet, how they know each other, the form of messages."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whylens.embed.assets import BUNDLED_ID
from whylens.runtime.paths import create_private

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Part of the meeting place: an old client never talks to a new worker.
PROTOCOL = 1

#: A longer message is not one of ours; whoever sends it is cut off.
LONGEST_MESSAGE = 8 << 20

#: The model reads 256 word pieces; no text of this length has fewer that matter.
LONGEST_TEXT = 4_000

#: Texts of one request. Small, so that nobody waits long behind it and its results are soon kept.
MOST_TEXTS = 32

#: The system's limit for the path of a socket, with some room.
_LONGEST_ADDRESS = 90


@dataclass(frozen=True, slots=True)
class Meeting:
    """What a running worker leaves for its clients: where it listens, its secret, its process id."""

    address: str
    key: str
    pid: int


@dataclass(frozen=True, slots=True)
class Place:
    """The worker's files in one home. One place per protocol and model, so versions can live side by side."""

    folder: Path
    stem: str

    @property
    def lock(self) -> Path:
        """Held by the one worker, for as long as it lives."""
        return self.folder / f"{self.stem}.lock"

    @property
    def meeting(self) -> Path:
        """The `Meeting`, readable by the user alone."""
        return self.folder / f"{self.stem}.json"

    @property
    def models(self) -> Path:
        """What the worker makes out of the bundled files."""
        return self.folder.parent / "models"

    @property
    def log(self) -> Path:
        """Warnings of the worker that ran last."""
        return self.folder / f"{self.stem}.log"

    @property
    def address(self) -> str:
        """Where the worker listens: a socket in the folder, or in the temporary one if that is too long."""
        if sys.platform == "win32":
            return rf"\\.\pipe\whylens-{self._digest}"
        socket = str(self.folder / f"{self.stem}.sock")
        if len(os.fsencode(socket)) <= _LONGEST_ADDRESS:
            return socket
        return str(Path(tempfile.gettempdir()) / f"whylens-{os.getuid()}-{self._digest}.sock")

    def clear_address(self) -> None:
        """Remove the socket a killed worker left. Only the holder of the lock may."""
        if sys.platform != "win32":  # a pipe there vanishes with its process
            Path(self.address).unlink(missing_ok=True)

    @property
    def _digest(self) -> str:
        return hashlib.sha256(os.fsencode(self.folder / self.stem)).hexdigest()[:20]


def place_in(home: Path) -> Place:
    """The meeting place in `home` for the worker of the bundled model, its folder created."""
    digest = hashlib.sha256(BUNDLED_ID.encode()).hexdigest()[:8]
    return Place(create_private(home / "embed"), f"worker-{PROTOCOL}-{digest}")


def announce(place: Place) -> Meeting:
    """Leave a new `Meeting` with a fresh secret. Only the holder of the lock may."""
    meeting = Meeting(place.address, secrets.token_hex(32), os.getpid())
    part = place.meeting.with_suffix(".part")
    part.unlink(missing_ok=True)
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(asdict(meeting), file)
    part.replace(place.meeting)
    return meeting


def read_meeting(place: Place) -> Meeting | None:
    """What a worker left, which may have died since; None when there is nothing to read."""
    try:
        return Meeting(**json.loads(place.meeting.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def greet(connection: Connection[Any, Any], key: str, *, as_worker: bool) -> None:
    """Each side proves that it knows the secret. Raises `AuthenticationError` when the other does not."""
    from multiprocessing.connection import answer_challenge, deliver_challenge

    secret = bytes.fromhex(key)
    steps = (deliver_challenge, answer_challenge) if as_worker else (answer_challenge, deliver_challenge)
    for step in steps:
        step(connection, secret)


def send(connection: Connection[Any, Any], message: dict[str, Any], attached: bytes = b"") -> None:
    """Send one message: a JSON object, and behind its line the bytes that come with it.

    In one piece, so that a worker that is stopped half-way has sent all of it or nothing.
    """
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    connection.send_bytes(text.encode("utf-8", "replace") + b"\n" + attached)


def receive(connection: Connection[Any, Any]) -> tuple[dict[str, Any], bytes]:
    """The next message and what came with it.

    Raises `OSError` when it is too long, `EOFError` at the end, `ValueError` when it is none of ours.
    """
    text, _, attached = connection.recv_bytes(LONGEST_MESSAGE).partition(b"\n")
    message = json.loads(text)
    if not isinstance(message, dict):
        raise ValueError("not a message")
    return message, attached  # pyright: ignore[reportUnknownVariableType]  (json is untyped)


def fit(text: str) -> str:
    """`text` as it may travel: cut to what the model can read, and lone surrogates replaced."""
    return text[:LONGEST_TEXT].encode("utf-8", "replace").decode()
