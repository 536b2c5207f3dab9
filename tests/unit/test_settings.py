"""Settings: total whatever is written, and consent closed when in doubt."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.lsp.startup import startup
from whylens.model.consent import Mode, consent
from whylens.model.options import resolve
from whylens.model.settings import Assist, Lenses, Model, Settings

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["full", "off"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["mode", "enabled", "hover", "context", "budget", "codeLens", "learn", "onOpen", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


def test_nothing_written_means_the_defaults() -> None:
    assert resolve(None, trusted=True) == Settings(mode=Mode.FULL)
    assert resolve({}, trusted=True) == Settings(mode=Mode.FULL)


def test_what_is_written_holds() -> None:
    written = {
        "mode": "read-only",
        "codeLens": "defects",
        "hover": {"enabled": False},
        "context": {"budget": 300},
        "learn": {"onOpen": False},
        "log": {"level": "debug"},
    }
    assert resolve(written, trusted=True) == Settings(Mode.READ_ONLY, Lenses.DEFECTS, False, 300, False)


@pytest.mark.parametrize(
    "written",
    [
        {"mode": "FULL"},
        {"mode": "full "},
        {"mode": 1},
        {"mode": ["full"]},
        {"enabled": "yes"},
        {"enabled": 1},
        {"enabled": "false", "mode": "full"},
        "full",
        7,
        [],
        ["mode"],
    ],
)
def test_consent_that_cannot_be_read_is_refused(written: Any) -> None:
    settings = resolve(written, trusted=True)
    assert settings.mode is Mode.OFF
    assert settings.problems


@pytest.mark.parametrize("written", [None, {}, {"mode": "full"}, {"enabled": True}, {"mode": "broken"}])
def test_an_untrusted_workspace_is_off_whatever_it_says(written: Any) -> None:
    assert resolve(written, trusted=False).mode is Mode.OFF


def test_a_broken_setting_costs_only_itself() -> None:
    written = {"mode": "observe", "codeLens": 5, "context": {"budget": "lots"}, "hover": {"enabled": False}}
    settings = resolve(written, trusted=True)
    assert settings.mode is Mode.OBSERVE
    assert settings.lenses is Lenses.ALL
    assert settings.budget == 1200
    assert settings.hover is False
    assert sorted(settings.problems) == [
        "whylens.codeLens cannot be read",
        "whylens.context.budget cannot be read",
    ]


def test_disabled_is_off_without_a_complaint() -> None:
    assert resolve({"enabled": False, "mode": "full"}, trusted=True) == Settings(mode=Mode.OFF)


@given(JSON, st.booleans())
def test_anything_gives_sound_settings(written: Any, trusted: bool) -> None:
    settings = resolve(written, trusted=trusted)
    assert isinstance(settings.mode, Mode)
    assert 100 <= settings.budget <= 20_000
    allowed = written is None or (isinstance(written, dict) and written.get("mode") in (None, *Mode))
    if not (trusted and allowed):
        assert settings.mode is Mode.OFF


@given(JSON)
def test_no_problem_quotes_what_was_written(written: Any) -> None:
    secret = "correct horse battery staple"
    problems = resolve(
        {"wheelhouse": {"a": secret}, "codeLens": secret, "mode": secret}, trusted=True
    ).problems
    assert problems
    assert not any("horse" in each for each in problems)


@pytest.mark.parametrize(("mode", "captures", "shows", "injects"), [
    (Mode.FULL, True, True, True),
    (Mode.OBSERVE, True, True, False),
    (Mode.READ_ONLY, False, True, True),
    (Mode.OFF, False, False, False),
])  # fmt: skip
def test_what_each_mode_allows(mode: Mode, captures: bool, shows: bool, injects: bool) -> None:
    assert (mode.captures, mode.shows, mode.injects) == (captures, shows, injects)
    assert consent({"mode": mode.value}, trusted=True) == (mode, "")


def test_initialization_options_are_read() -> None:
    found = startup(
        {"trusted": True, "commandLinks": True, "home": "/h", "settings": {"mode": "off"}, "codeLens": "all"}
    )
    assert found.trusted
    assert found.command_links
    assert found.home is not None
    assert found.settings == {"mode": "off", "codeLens": "all"}


@pytest.mark.parametrize(
    "options", ["x", 7, [], {"trusted": "yes"}, {"trusted": None}, {"trusted": 1}, {"trusted": False}]
)
def test_trust_that_cannot_be_read_is_none(options: Any) -> None:
    assert not startup(options).trusted


def test_a_client_without_a_notion_of_trust_is_trusted() -> None:
    assert startup(None).trusted
    assert startup({}).trusted


def test_a_model_is_asked_when_the_user_says_so() -> None:
    written = {"assist": {"ask": "endpoint", "endpoint": "http://127.0.0.1:1/v1", "dailyTokens": 9}}
    assist = resolve(written, trusted=True).assist
    assert assist == Assist(Model.ENDPOINT, "http://127.0.0.1:1/v1", daily_tokens=9)
    assert resolve({}, trusted=True).assist.ask is Model.NONE


@pytest.mark.parametrize(
    "assist",
    [
        "editor",
        ["editor"],
        {"ask": "Editor"},
        {"ask": True},
        {"ask": "editor", "dailyTokens": "10"},
        {"ask": "editor", "dailyTokens": -1},
        {"ask": "editor", "allowedHosts": "models.example.org"},
        {"ask": "endpoint", "endpoint": 5},
        {"ask": "endpoint", "keyVariable": ["A_KEY"]},
    ],
)
def test_no_model_is_asked_when_anything_about_it_cannot_be_read(assist: Any) -> None:
    settings = resolve({"assist": assist}, trusted=True)
    assert settings.assist == Assist()
    assert any(each.startswith("whylens.assist") for each in settings.problems)
