"""What Whylens said itself is never captured again: its injections, and whatever cites or repeats a card."""

from __future__ import annotations

from dataclasses import replace

from whylens.capture.transcripts.chats import clean
from whylens.capture.transcripts.own_words import OwnWords, without_own_words
from whylens.inject.budget import pack
from whylens.inject.render import header
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind

CARD = Card(
    id="1",
    handle="W-3f2a",
    namespace="user",
    kind=Kind.CONSTRAINT,
    summary="Never delete the lock file because a second process may wait for it.",
    details="The whole passage the statement was taken from, which says more than the statement.",
    rationale="A waiting process would lock a file that is gone.",
    sources=(SourceRef(Basis.COMMIT, "5b0a06af4c1d2e3f"),),
    confidence=0.8,
    created_at=1_700_000_000,
)
OPEN = replace(CARD, id="2", handle="W-4444", kind=Kind.TODO, details="", rationale="")
UNSURE = replace(CARD, id="3", handle="W-5555")
INJECTION = pack(header(["lock.py"]), [CARD, UNSURE, OPEN], budget=3000, count=len, unsure={"3"}).text


def test_an_injection_is_taken_out_whole_wherever_it_stands() -> None:
    assert "lock file" in INJECTION
    said = f"Why do we keep it?\n\n{INJECTION}\n\nPlease answer briefly."
    assert without_own_words(said).split() == [
        "Why",
        "do",
        "we",
        "keep",
        "it?",
        "Please",
        "answer",
        "briefly.",
    ]


def test_an_injection_in_a_quotation_is_taken_out_too() -> None:
    quoted = "\n".join(f"> {line}" for line in INJECTION.split("\n"))
    assert without_own_words(f"{quoted}\nI see.").split() == ["I", "see."]


def test_a_line_that_cites_a_card_is_taken_out() -> None:
    said = "As [W-3f2a] says, never delete the lock file.\nUse a rename instead."
    assert without_own_words(said) == "Use a rename instead."


def test_what_the_terminal_lists_is_taken_out() -> None:
    listed = " 1. [W-3f2a] decision: Keep the file.\n      because others wait\n      80% · commit 5b0a06af4"
    assert without_own_words(f"{listed}\nThanks").strip() == "Thanks"


def test_a_statement_that_was_injected_is_known_when_it_is_repeated_without_its_handle() -> None:
    own = OwnWords()
    own.hear(INJECTION)
    assert own.repeats("never delete the lock file, because a second process may wait for it")
    assert not own.repeats("Always delete the lock file.")
    assert OwnWords(own.marks).repeats(CARD.summary)


def test_other_text_stays_as_it_is() -> None:
    said = "W-2 forms are kept.\n  indented: yes\nPlace: Berlin"
    assert without_own_words(said) == said


def test_private_parts_are_never_looked_at() -> None:
    assert clean("Keep a. <private>b <PRIVATE>c</private> d</Private> Keep e. <private>f").split() == [
        "Keep",
        "a.",
        "Keep",
        "e.",
    ]


def test_commands_say_nothing() -> None:
    assert clean("/add src/app.py") == ""
    assert clean("/src/app.py must stay") == "/src/app.py must stay"
