"""The capabilities that real editors declare: hover, lenses, actions and commands work with each of them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.protocol.client import real_server
from tests.protocol.conftest import SOURCE
from tests.support.repository import Repository

EDITORS = ["visual_studio_code", "neovim@v0.6", "neovim@v0.11", "emacs"]


@pytest_lsp.fixture(params=EDITORS, config=ClientServerConfig(server_command=real_server()))
async def editor(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path
) -> AsyncIterator[None]:
    """An editor with a repository open; nothing is learned, and the home is the test's own."""
    Repository(tmp_path / "project").commit("Start", {"upload.py": SOURCE})
    root = (tmp_path / "project").as_uri()
    for method in (types.WORKSPACE_CODE_LENS_REFRESH, types.CLIENT_REGISTER_CAPABILITY):
        lsp_client.feature(method)(lambda params: None)
    lsp_client.set_configuration({"whylens": {"learn": {"onOpen": False}}})
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            root_uri=root,
            workspace_folders=[types.WorkspaceFolder(root, "project")],
            initialization_options={"home": str(tmp_path / "home"), "learn": {"onOpen": False}},
        )
    )
    yield
    await lsp_client.shutdown_session()


async def test_an_editor_gets_hover_lens_and_actions(editor: LanguageClient, tmp_path: Path) -> None:
    uri = (tmp_path / "project" / "upload.py").as_uri()
    document = types.TextDocumentIdentifier(uri)
    item = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=SOURCE)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(item))
    place = {"line": 3, "character": 4}
    argument = {"uri": uri, "position": place, "text": "Known to be slow", "kind": "issue"}
    kept = await run(editor, "whylens.server.remember", argument)
    assert kept["handle"]

    lens = await first_lens(editor, document)
    assert lens.command is not None
    assert lens.command.title == "⚠ 1 known defect"
    await editor.workspace_execute_command_async(
        types.ExecuteCommandParams(lens.command.command, arguments=lens.command.arguments)
    )

    hover = await editor.text_document_hover_async(types.HoverParams(document, types.Position(3, 5)))
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert "Known to be slow" in hover.contents.value
    assert "command:" not in hover.contents.value

    at = types.Range(types.Position(3, 5), types.Position(3, 5))
    asked = types.CodeActionContext(diagnostics=[], trigger_kind=types.CodeActionTriggerKind.Invoked)
    actions = await editor.text_document_code_action_async(types.CodeActionParams(document, at, asked))
    # lsprotocol reads a code action that has a command as a bare command: its title is all there is to look at
    assert [each.title.split(" “")[0] for each in actions or ()][:1] == ["Whylens: Reject"]
    await run(editor, "whylens.server.reject", {"id": kept["id"]})
    assert await editor.text_document_hover_async(types.HoverParams(document, types.Position(3, 5))) is None


async def run(editor: LanguageClient, command: str, argument: object) -> dict[str, str]:
    """The result of a command, as plain JSON."""
    return await editor.workspace_execute_command_async(
        types.ExecuteCommandParams(command, arguments=[argument])
    )  # type: ignore[list-item]


async def first_lens(editor: LanguageClient, document: types.TextDocumentIdentifier) -> types.CodeLens:
    """The first lens, asked for until the view is there."""
    for _ in range(200):
        lenses = await editor.text_document_code_lens_async(types.CodeLensParams(document))
        if lenses:
            return await editor.code_lens_resolve_async(lenses[0])
    raise AssertionError("no lens appeared")
