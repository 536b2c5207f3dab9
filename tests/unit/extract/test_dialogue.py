"""Chats: what will still hold tomorrow is kept, errands and questions are not."""

import pytest

from whylens.extract.dialogue import extract_assistant_turn, extract_user_turn
from whylens.model.words import Basis, Kind

KEPT = {
    "a decision": ("We are going to move the parsers out of main.py into their own package.", Kind.DECISION),
    "what is not wanted": (
        "We don't want a second config file, one is enough for every user.",
        Kind.CONSTRAINT,
    ),
    "emphasis": ("Write the report ONLY when --report is given on the command line.", Kind.CONSTRAINT),
    "a convention": ("Log with the logger like we do everywhere else in the server.", Kind.CONSTRAINT),
    "a preference": ("I prefer small modules over one with everything in it.", Kind.PREFERENCE),
    "a defect": ("If the folder goes away while we watch it, we silently stop writing.", Kind.ISSUE),
    "a failed try": (
        "Polling does not work here because the share reports stale times.",
        Kind.FAILED_APPROACH,
    ),
    "work left": ("We still need to change the readers of the old format.", Kind.TODO),
}


@pytest.mark.parametrize(("text", "kind"), KEPT.values(), ids=KEPT.keys())
def test_it_is_kept(text: str, kind: Kind) -> None:
    (draft,) = extract_user_turn(text)
    assert (draft.kind, draft.basis) == (kind, Basis.CHAT_USER)
    assert text[slice(*draft.span)] == draft.evidence


@pytest.mark.parametrize(
    "text",
    [
        "now run the tests and the linter",
        "Can you explain what this function does?",
        "What does the second flag mean?",
        "I undid your change by mistake. Redo it.",
        "Let's update the version everywhere to 2.0.1",
        "I don't want to mess with the border, use a dotted pattern.",
        "great, thanks!",
        "Address 3, 7 and 12",
    ],
)
def test_what_is_over_tomorrow_is_not_kept(text: str) -> None:
    assert extract_user_turn(text) == []


def test_a_paragraph_about_one_thing_is_one_card() -> None:
    text = "We don't want the banner in normal runs. Few people read it. ONLY show it with --verbose."
    (draft,) = extract_user_turn(text)
    assert draft.evidence == text


def test_a_defect_and_the_wish_beside_it_are_two_cards() -> None:
    text = "Right now a bad line causes our reader to die. We want it to note the line and go on."
    assert [draft.kind for draft in extract_user_turn(text)] == [Kind.ISSUE, Kind.DECISION]


def test_an_errand_with_a_standing_rule_is_kept() -> None:
    assert extract_user_turn(
        "add a get_log_path function to paths.py, don't join paths anywhere outside of it"
    )


def test_an_assistant_is_believed_less() -> None:
    (draft,) = extract_assistant_turn("Going with option B, because integer keys sort the same everywhere.")
    assert draft.basis is Basis.CHAT_ASSISTANT


@pytest.mark.parametrize(
    "text",
    [
        "I've started reading the reports and must check three more files.",
        "You're right, my reasoning was wrong.",
        "Let me fix the failing import in `paths.py` now.",
    ],
)
def test_an_assistant_telling_its_own_story_is_not_kept(text: str) -> None:
    assert extract_assistant_turn(text) == []
