"""The promise that the worker uses no network, kept by refusing rather than by trusting its libraries."""

from __future__ import annotations

import os
import sys
from typing import Any

#: What libraries are told. `ORT_DISABLE_TELEMETRY` has to be set before onnxruntime is loaded: official builds since
#: 1.32 otherwise note a device id and the path of the program, and send them to Microsoft from native code.
SETTINGS = {
    "ORT_DISABLE_TELEMETRY": "1",
    "HF_HUB_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
}

_NAME_LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
_CONTACTS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})


def tell_libraries() -> None:
    """Set what libraries read when they are loaded. Called before each import of onnxruntime, wherever that is."""
    os.environ.update(SETTINGS)


def go_offline() -> None:
    """From here on any attempt of this process to reach the network raises `PermissionError`; no way back.

    Python only: native code is kept from it by `SETTINGS`, and a test watches that it keeps to them.
    """
    tell_libraries()
    sys.addaudithook(_refuse)


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    # a local socket has a path for its address, a network one a tuple
    if event in _NAME_LOOKUPS or (event in _CONTACTS and isinstance(arguments[1], tuple)):
        raise PermissionError(f"the embedding worker uses no network ({event})")
