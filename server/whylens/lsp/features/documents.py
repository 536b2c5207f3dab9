"""Open, change, save, close, rename, delete: marked at once, looked at later. Nothing here waits."""

from __future__ import annotations

from lsprotocol import types

from whylens.lsp.server import WhylensLanguageServer

EVERY_FILE = types.FileOperationPattern("**/*")


def register(server: WhylensLanguageServer) -> None:
    """Add the handlers; pygls has updated the mirror before each of them runs."""
    server.feature(types.TEXT_DOCUMENT_DID_OPEN)(opened)
    server.feature(types.TEXT_DOCUMENT_DID_CHANGE)(changed)
    server.feature(types.TEXT_DOCUMENT_DID_SAVE, types.SaveOptions(include_text=False))(saved)
    server.feature(types.TEXT_DOCUMENT_DID_CLOSE)(closed)
    files = types.FileOperationRegistrationOptions([types.FileOperationFilter(EVERY_FILE, "file")])
    server.feature(types.WORKSPACE_DID_RENAME_FILES, files)(renamed)
    server.feature(types.WORKSPACE_DID_DELETE_FILES, files)(deleted)


def opened(ls: WhylensLanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    """A new document: its view is wanted at once."""
    uri = params.text_document.uri
    ls.watch.active()
    ls.live.opened(uri)
    ls.intake.opened(uri)
    ls.note_too_large(uri)


def changed(ls: WhylensLanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    """Lenses are shifted by the edit; a new view follows when the typing pauses."""
    uri = params.text_document.uri
    ls.watch.active()
    if (document := ls.documents.mirror(uri)) is not None:
        ls.live.edited(uri, document.take_edits())
        ls.intake.changed(uri)


def saved(ls: WhylensLanguageServer, params: types.DidSaveTextDocumentParams) -> None:
    """The file on disk is what the document says now."""
    ls.intake.saved(params.text_document.uri)


def closed(ls: WhylensLanguageServer, params: types.DidCloseTextDocumentParams) -> None:
    """Nothing is kept of a closed document."""
    ls.live.closed(params.text_document.uri)
    ls.intake.closed(params.text_document.uri)


def renamed(ls: WhylensLanguageServer, params: types.RenameFilesParams) -> None:
    """Files or folders got other names."""
    for each in params.files:
        ls.intake.moved(each.old_uri, each.new_uri)


def deleted(ls: WhylensLanguageServer, params: types.DeleteFilesParams) -> None:
    """Files or folders are gone."""
    for each in params.files:
        ls.intake.moved(each.uri, "")
