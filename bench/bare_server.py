"""The least server there is: pygls alone, answering hover, lenses and context with an answer made beforehand.

    python bench/bare_server.py ANSWERS.json

ANSWERS.json holds `hover` (Markdown), `lenses` (as the protocol writes them) and perhaps `context` (returned as it
is). What Whylens takes is measured as a multiple of what this takes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lsprotocol import converters, types
from pygls.lsp.server import LanguageServer

server = LanguageServer("bare", "0")


def serve(answers: Path) -> None:
    """Answer until the client is gone."""
    made = json.loads(answers.read_text(encoding="utf-8"))
    hover = types.Hover(types.MarkupContent(types.MarkupKind.Markdown, made["hover"]))
    lenses = converters.get_converter().structure(made["lenses"], list[types.CodeLens])
    server.feature(types.TEXT_DOCUMENT_HOVER)(lambda params: hover)
    server.feature(types.TEXT_DOCUMENT_CODE_LENS)(lambda params: lenses)
    server.feature(types.CODE_LENS_RESOLVE)(lambda lens: lens)
    server.feature("whylens/context")(lambda params: made.get("context"))
    server.start_io()


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
