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
        (
            "Parse_all should never return a generator, plugins depend on it",
            "Parse_all should never return a generator, plugins depend on it",
        ),
        ("We should never store local times in `due_at`.", "We should never store local times in `due_at`."),
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
        "It doesn't handle files that changed since the last sync.",
        "We need to move the release files to the new folder.",
        "let's do step 2 of this plan",
        "I want to be able to run it for each app.",
        "ok let's add a button for the export",
        "Remove the variable if not needed",
        "Don't do anything with them.",
        "When the flag is used, we don't want this",
        "Should be consistent with the search",
        "I can't tell from the summary what must be done",
        "Let's talk about what the output should be",
        "Use .claude/commands/review.md instead of reading everything",
        "The build is fine but I'm getting errors when I hit save",
        "can you clean up the folder so that going forward we don't have them anymore",
        "I bet you see where we are going with this...",
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
        "The issue is that the client connects to `localhost` instead of `api_host`.",
        "Updated all imports to use `get_logger()` instead of importing it directly.",
        "I did not add an entry because it would never be read by `load_config()`.",
        "The `state_of()` check at line 351 only checks one field because of a typo.",
        "Without this, `emit()` was called twice because the filter was new.",
        "`TestUpload` fails because the fixture is missing.",
        "The cloud never reads `store_db()` again.",
        "Would you like me to fix `parse_all()`, which fails when the list is empty?",
    ],
)
def test_what_an_assistant_weighs_or_tells_is_not_kept(said: str) -> None:
    assert statements("assistant", said) == []


PASTED = """\
docs:lint: 3:31 Warning: 'useMemo' is defined but never used. You must not use it.
src/store/service.ts(40,13): error TS2540: Cannot assign to 'content' because it must be read-only.
[nodemon] app crashed because the port must not be in use
2026-03-02T10:00:00Z ERROR never call this twice
    at Object.load (/app/load.js:10:5) must not fail
npm ERR! never do this because it fails
12:04:05 worker never use the old queue
Failed to update: must not be empty. Retrying...
1165→+// Validate that the flag requires a login because it must not be empty
"""


def test_lines_that_a_program_printed_are_nobodys_words() -> None:
    assert statements("user", f"Here is what I get:\n\n{PASTED}") == []
    assert statements("assistant", f"I see:\n\n{PASTED}") == []


def test_of_a_long_turn_only_what_frames_the_pasted_text_is_looked_at() -> None:
    pasted = "\n\n".join(
        f"Section {number}. The server must never call worker {number} twice." for number in range(60)
    )
    said = f"Never upload files over 2 GB in src/net.\n\n{pasted}\n\nNever log the bodies of requests in src/net."
    assert statements("user", said) == [
        "Never upload files over 2 GB in src/net.",
        "Never log the bodies of requests in src/net.",
    ]


def test_what_an_assistant_found_is_kept() -> None:
    found = "The `Watcher` is not thread-safe, so `stop()` must be called from the thread that started it."
    assert statements("assistant", found) == [found]


def test_an_assistant_that_repeats_the_user_says_nothing_new() -> None:
    rule = "The `retry_upload` function must never run more than 5 times."
    said: list[str] = []
    assert statements("user", rule, said) == [rule]
    assert statements("assistant", rule, said) == []
