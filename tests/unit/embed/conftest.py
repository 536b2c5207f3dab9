import json
import time

import psutil
import pytest

from whylens.embed import launch
from whylens.embed.client import EmbedClient
from whylens.runtime.paths import home as home_folder


@pytest.fixture
def home(tmp_path):
    return home_folder(tmp_path / "home")


@pytest.fixture
def client(home, monkeypatch):
    monkeypatch.setattr(launch, "PAUSES", (0.0,))
    made = EmbedClient(home)
    yield made
    made.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A client whose worker stays for all tests of a module."""
    made = EmbedClient(home_folder(tmp_path_factory.mktemp("home")))
    yield made
    made.close()


def worker_of(home) -> psutil.Process:
    """The process that serves `home`."""
    (meeting,) = (home / "embed").glob("worker-*.json")
    return psutil.Process(json.loads(meeting.read_text())["pid"])


def wait_until(condition, seconds: float = 20.0) -> bool:
    """Whether `condition` becomes true in time."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if condition():
            return True
        time.sleep(0.02)
    return False


def has_ended(process: psutil.Process) -> bool:
    """Whether the process is gone, or only waits for its parent to notice."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
