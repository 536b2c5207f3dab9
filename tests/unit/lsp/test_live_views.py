"""Views of open documents while projects come and go under them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from whylens.lsp.documents import Snapshot
from whylens.lsp.live import LiveDocument, LiveViews
from whylens.memory.requests import FileView
from whylens.model.settings import Lenses, Settings
from whylens.runtime.background import Background

URI = "file:///shop/a.py"


@dataclass
class Memory:
    """Answers with its name as the path of the view."""

    name: str

    def relative(self, path: str) -> str:
        return f"{self.name}/{Path(path).name}"

    def view(self, path: str, text: str) -> FileView:
        return FileView(path)


@dataclass(eq=False)
class Project:
    memory: Memory
    settings: Settings = field(default_factory=lambda: Settings(lenses=Lenses.ALL))


class Documents:
    def snapshot(self, uri: str) -> Snapshot:
        return Snapshot(uri, 1, "x = 1\n", Path("/shop/a.py"))


class Gate:
    """Work that waits until it is let through, and counts who came."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.opened.set()
        self.came = asyncio.Event()

    async def __call__(self) -> None:
        self.came.set()
        await self.opened.wait()

    async def held(self) -> None:
        """Hold the next one; returns once it has come."""
        await asyncio.wait_for(self.came.wait(), 5)

    def hold(self) -> None:
        self.opened.clear()
        self.came.clear()


class Projects:
    """Knows one project; a look-up answers with what was known when it began, as the opening of a project does."""

    def __init__(self, known: Project | None) -> None:
        self.known, self.gate = known, Gate()

    async def of(self, uri: str) -> Project | None:
        found = self.known
        await self.gate()
        return found


class Workers:
    """Runs everything in place, views behind one gate and paths behind another."""

    def __init__(self) -> None:
        self.paths, self.views = Gate(), Gate()

    async def read(self, work, *arguments):
        found = work(*arguments)
        await self.paths()
        return found

    async def view(self, work, *arguments):
        found = work(*arguments)
        await self.views()
        return found


@dataclass
class Scene:
    live: LiveViews
    projects: Projects
    workers: Workers

    async def fresh(self) -> LiveDocument:
        async with asyncio.timeout(5):
            found = await self.live.fresh(URI)
        assert found is not None
        return found


@pytest.fixture
async def scene() -> AsyncGenerator[Scene]:
    background = Background()
    projects, workers = Projects(Project(Memory("old"))), Workers()
    yield Scene(LiveViews(Documents(), projects, workers, background), projects, workers)
    await background.stop()


def gate_of(scene: Scene, where: str) -> Gate:
    return {"project": scene.projects.gate, "path": scene.workers.paths, "view": scene.workers.views}[where]


@pytest.mark.parametrize(
    ("where", "before"), [("project", None), ("project", "old"), ("path", "old"), ("view", "old")]
)
async def test_settings_that_change_while_a_file_is_resolved_hold_for_its_view(
    scene: Scene, where: str, before: str | None
) -> None:
    scene.projects.known = Project(Memory(before)) if before else None
    gate = gate_of(scene, where)
    gate.hold()
    scene.live.opened(URI)
    await gate.held()
    scene.projects.known = Project(Memory("new"))
    scene.live.forget_projects()
    gate.opened.set()
    found = await scene.fresh()
    assert found.view == FileView("new/a.py")
    assert found.project is scene.projects.known


@pytest.mark.parametrize("where", ["project", "path", "view"])
async def test_nothing_of_a_project_that_was_turned_off_meanwhile_is_shown(scene: Scene, where: str) -> None:
    gate = gate_of(scene, where)
    gate.hold()
    scene.live.opened(URI)
    await gate.held()
    scene.projects.known = None
    scene.live.forget_projects()
    gate.opened.set()
    found = await scene.fresh()
    assert (found.project, found.view) == (None, FileView(""))
