"""What a chat leaves behind: what holds tomorrow, not the failure of the moment or an idea weighed."""

from __future__ import annotations

import pytest

from whylens.capture.transcripts.chats import Place, turn_reading
from whylens.capture.transcripts.own_words import OwnWords
from whylens.capture.transcripts.session import Role, Turn

PLACE = Place("session", "Codex", "", "", 0.0, lambda _: None)


def statements(role: Role, text: str, said: list[str] | None = None) -> list[str]:
    reading = turn_reading(Turn(role, text), 1, PLACE, OwnWords(), [] if said is None else said)
    return [find.draft.summary for find in reading.finds] if reading else []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Yes but never call `open` without a timeout in src/net.",
            "Never call `open` without a timeout in src/net.",
        ),
        ("ok. Never log the body of a request in src/net.", "Never log the body of a request in src/net."),
        ("We never cache anything under /api/orders.", "We never cache anything under /api/orders."),
        (
            "btw don't validate ids as int, the old app sends strings",
            "Don't validate ids as int, the old app sends strings",
        ),
        (
            "Careful, the import fails when the file has no header because `sniff` guesses.",
            "The import fails when the file has no header because `sniff` guesses.",
        ),
    ],
)
def test_what_a_user_rules_is_kept_without_the_words_that_only_answer(said: str, kept: str) -> None:
    assert statements("user", said) == [kept]


@pytest.mark.parametrize(
    "said",
    [
        "hmm that doesn't work, still broken on mobile",
        "go test -race fails in CI:\n\n```\nWARNING: DATA RACE\n```",
        "docker build fails with `error: externally-managed-environment`",
        "can you make the error red and bold",
        "think about the design first, don't write code yet",
        "let's skip the index for now",
        "It must be idempotent.",
        "thanks, great work!",
        "never again",
    ],
)
def test_what_is_over_with_the_session_is_not(said: str) -> None:
    assert statements("user", said) == []


@pytest.mark.parametrize(
    "said",
    [
        "Use `orjson` instead of the stdlib — typically 3-10x faster.",
        "You can either use a virtual environment or pass `--break-system-packages`, which must be avoided.",
        "I see it hangs in `Watcher.stop()`.",
        "This might fail when `parse_all()` gets an empty list.",
        "Perfect! All tests pass. I've updated `parse_all()` because it failed.",
        "Would you like me to fix `parse_all()`, which fails when the list is empty?",
    ],
)
def test_what_an_assistant_weighs_or_tells_is_not_kept(said: str) -> None:
    assert statements("assistant", said) == []


def test_what_an_assistant_found_is_kept() -> None:
    found = "The `Watcher` is not thread-safe, so `stop()` must be called from the thread that started it."
    assert statements("assistant", found) == [found]


def test_an_assistant_that_repeats_the_user_says_nothing_new() -> None:
    rule = "The `retry_upload` function must never run more than 5 times."
    said: list[str] = []
    assert statements("user", rule, said) == [rule]
    assert statements("assistant", rule, said) == []
