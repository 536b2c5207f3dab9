"""Opens a folder in a real VS Code with the extension: the installed one, or a code-server in the browser."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from devkit.cache import cache_folder
from devkit.code_server import code_server
from devkit.node_env import pinned_node
from devkit.shell import Failure, arguments, environment, run, say

#: Seconds the server is given to end by itself.
GRACE = 5.0

#: The profile is made for trying things out: it asks nothing and looks nothing up.
SETTINGS: dict[str, object] = {
    "security.workspace.trust.enabled": False,
    "workbench.startupEditor": "none",
    "workbench.tips.enabled": False,
    "telemetry.telemetryLevel": "off",
    "update.mode": "none",
    "extensions.ignoreRecommendations": True,
    "extensions.autoCheckUpdates": False,
}


def open_editor(folder: Path, vsix: Path, python: Path, *, show: bool) -> None:
    """Install *vsix* into a profile of its own and open *folder*; *show*: also bring it onto the screen."""
    code = desktop_code()
    if code:
        open_desktop(code, folder, vsix, python, show=show)
    else:
        serve_in_browser(folder, vsix, python, show=show)


def desktop_code() -> str | None:
    """`code`, where it can open a window: not inside another editor's terminal, not without a display."""
    remote = "VSCODE_IPC_HOOK_CLI" in os.environ
    screen = sys.platform != "linux" or "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    return shutil.which("code") if screen and not remote else None


def open_desktop(code: str, folder: Path, vsix: Path, python: Path, *, show: bool) -> None:
    """VS Code with its own extensions and user data, so that the user's stay as they are."""
    profile = profile_folder("vscode", python, levels=("User",))
    base = [code, "--user-data-dir", profile / "data", "--extensions-dir", profile / "extensions"]
    if sys.platform == "linux" and os.geteuid() == 0:
        base.append("--no-sandbox")
    run([*base, "--install-extension", vsix, "--force"], quiet=True)
    command = [*base, "--new-window", folder]
    if show:
        run(command)
    else:
        print("Open it with:  " + " ".join(arguments(command)))


def serve_in_browser(folder: Path, vsix: Path, python: Path, *, show: bool) -> None:
    """code-server on loopback until Ctrl+C."""
    node = pinned_node(python)
    profile = profile_folder("code-server", python, levels=("User", "Machine"))  # its window is a remote one
    config = profile / "config.yaml"
    config.write_text("", encoding="utf-8")
    base = [node.binary, code_server(node), "--config", config]
    base += ["--user-data-dir", profile / "data", "--extensions-dir", profile / "extensions"]
    quiet = {"EXTENSIONS_GALLERY": "{}"}
    run([*base, "--install-extension", vsix, "--force"], env=quiet, quiet=True)
    port = free_port()
    options = ["--auth", "none", "--bind-addr", f"127.0.0.1:{port}", "--disable-telemetry"]
    options += ["--disable-update-check", "--disable-workspace-trust", "--reconnection-grace-time", "60"]
    serve([*arguments(base), *options], f"http://127.0.0.1:{port}/?folder={quote(str(folder))}", show=show)


def serve(command: Sequence[str], address: str, *, show: bool) -> None:
    """Run the server in a process group of its own, say where it is, and end the group with this process.

    That is at Ctrl+C, when this process is told to end (SIGTERM) and when its terminal closes (SIGHUP).
    """
    env = environment({"EXTENSIONS_GALLERY": "{}"})
    log = cache_folder() / "run" / "code-server.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)  # before there is anything to be left behind
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(command, env=env, stdout=out, stderr=out, start_new_session=True)
    try:
        wait_until_listening(process, int(address.split(":")[2].split("/")[0]), log)
        print(f"\nOpen  {address}\n", flush=True)
        say("Anyone who uses this machine can open it. Ctrl+C ends it.")
        if show:
            webbrowser.open(address)
        process.wait()
    except KeyboardInterrupt:
        print()
    finally:
        for ending in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(ending, signal.SIG_IGN)  # a second one must not cut this short
        end_group(process)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Ask the group that *process* leads to end, and insist after some seconds; what it started ends with it."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=GRACE)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def wait_until_listening(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Return when the port answers; raise Failure when the server ends instead."""
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if process.poll() is not None:
            raise Failure(f"code-server ended with {process.returncode}: see {log}")
        time.sleep(0.2)


def profile_folder(name: str, python: Path, levels: Sequence[str]) -> Path:
    """The profile's folder, its settings written anew: the server runs from this checkout."""
    profile = cache_folder() / "run" / name
    settings = json.dumps({**SETTINGS, "whylens.server.python": str(python)}, indent=2)
    for level in levels:
        folder = profile / "data" / level
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "settings.json").write_text(settings + "\n", encoding="utf-8")
    return profile


def free_port() -> int:
    """A port of loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
