"""The protocol is written down: every message and command in docs/protocol.md, and the client's mirror agrees."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest

from scripts.generate_docs import ROOT
from whylens.lsp import messages
from whylens.memory.requests import PlacedCard
from whylens.memory.wire import card_json, hit_json, injection_json, placed_json, recalled_json
from whylens.model.anchor import Anchor, Place
from whylens.model.card import Card
from whylens.model.recall import Hit, Injection, Recalled
from whylens.model.source import SourceRef
from whylens.model.words import AnchorState, Basis, Kind

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
MIRROR = (ROOT / "client" / "src" / "messages.ts").read_text(encoding="utf-8")
NAMES = sorted(value for name, value in vars(messages).items() if name.isupper() and isinstance(value, str))

CARD = Card(
    "id", "W-1", "user", Kind.FACT, "said",
    anchors=(Anchor("a.py"),), sources=(SourceRef(Basis.COMMIT, "c" * 40),),
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_message_and_command_is_documented(name: str) -> None:
    assert f"`{name}`" in PAGE


def test_the_client_knows_no_message_the_server_does_not() -> None:
    theirs = set(re.findall(r"'(whylens(?:/|\.server\.)\w+)'", MIRROR))
    assert theirs
    assert theirs <= set(NAMES)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (messages.ContextParams, "ContextParams"),
        (messages.CardsParams, "CardsParams"),
        (messages.DiagnosticsParams, "DiagnosticsParams"),
        (messages.FocusParams, "FocusParams"),
        (messages.TerminalCommandParams, "TerminalCommandParams"),
        (messages.TaskFinishedParams, "TaskFinishedParams"),
        (messages.ChatTurnParams, "ChatTurnParams"),
        (messages.GitStateParams, "GitStateParams"),
        (messages.RememberArguments, "RememberArguments"),
        (messages.CardArguments, "FeedbackArguments"),
        (messages.QueueParams, "QueueParams"),
        (messages.OpenedParams, "OpenedParams"),
        (messages.JudgeArguments, "JudgeArguments"),
        (messages.PageArguments, "PageArguments"),
        (messages.SupersedeArguments, "SupersedeArguments"),
        (messages.SnoozeArguments, "SnoozeArguments"),
        (messages.NotHereArguments, "NotHereArguments"),
        (messages.PlaceArguments, "PlaceArguments"),
    ],
)
def test_the_params_the_client_sends_are_those_the_server_reads(ours: type[Any], theirs: str) -> None:
    found = re.search(rf"interface {theirs} \{{(.*?)\n\}}", MIRROR, re.DOTALL)
    assert found is not None
    written = re.findall(r"^\s+(\w+)(\?)?:", found.group(1), re.MULTILINE)
    fields = {each.name: each for each in attrs.fields(ours)}
    assert {name for name, _ in written} <= set(fields)
    required = {name for name, each in fields.items() if each.default is attrs.NOTHING}
    assert required <= {name for name, optional in written if not optional}


@pytest.mark.parametrize(
    "document",
    [
        card_json(CARD),
        hit_json(Hit(CARD, 1.0, {})),
        recalled_json(Recalled(())),
        injection_json(Injection("", (), 0, {})),
        placed_json(PlacedCard(CARD, Place(AnchorState.EXACT, "a.py"))),
        card_json(CARD)["sources"][0],
        card_json(CARD)["anchors"][0],
    ],
)
def test_every_key_of_a_shared_form_is_documented(document: dict[str, Any]) -> None:
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", PAGE))))
    assert set(document) <= words
