"""No secret of any kind survives redaction, and what only looks like one stays as it is."""

import re

import pytest

from tests.security.made_up_secrets import ALNUM, Draw, look_alikes, secrets
from whylens.normalize.redact import redact
from whylens.normalize.rules import PREFIXED, UUID, Prefixed

SEEDS = range(5)


def survivors(secret: str, redacted: str) -> list[str]:
    """The stretches of six characters of a secret that are still there; armour is no secret."""
    plain = secret.replace("\\n", "\n")
    words = [word for word in plain.split() if not word.startswith("-") and len(word) >= 6]
    return [
        word[at : at + 6] for word in words for at in range(len(word) - 5) if word[at : at + 6] in redacted
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_no_secret_survives_in_any_place(seed: int) -> None:
    leaked = [
        (before, after)
        for before, secret, after in secrets(Draw(seed))
        if survivors(secret, redact(before + secret + after).text)
    ]
    assert leaked == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_text_around_a_secret_stays(seed: int) -> None:
    for before, secret, after in secrets(Draw(seed)):
        redacted = redact(before + secret + after).text
        words = [word for word in (before + " " + after).split() if word.isalpha() and len(word) > 3]
        lost = [word for word in words if word not in redacted]
        assert lost == [], redacted


@pytest.mark.parametrize("seed", SEEDS)
def test_look_alikes_stay_as_they_are(seed: int) -> None:
    touched = [(text, redact(text).findings) for text in look_alikes(Draw(seed)) if redact(text).findings]
    assert touched == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_secret_is_found_in_the_middle_of_a_long_text(seed: int) -> None:
    filler = "\nOrdinary words about the build, its cache and its tests.\n" * 40
    for before, secret, after in secrets(Draw(seed)):
        redacted = redact(filler + before + secret + after + filler).text
        assert not survivors(secret, redacted), before


@pytest.mark.parametrize("seed", SEEDS)
def test_redacting_twice_changes_nothing(seed: int) -> None:
    for before, secret, after in secrets(Draw(seed)):
        once = redact(before + secret + after).text
        assert redact(once).text == once


def test_all_kinds_in_one_text_are_all_found() -> None:
    parts = list(secrets(Draw(7)))
    redacted = redact("\n\n".join(before + secret + after for before, secret, after in parts)).text
    assert [before for before, secret, _ in parts if survivors(secret, redacted)] == []


def test_every_prefix_of_the_table_is_found_in_a_sentence() -> None:
    draw = Draw(3)
    leaked: list[str] = []
    for rule in PREFIXED:
        for prefix in rule.prefixes.split():
            body = draw.uuid() if rule.body == UUID else body_of(rule, draw)
            if body in redact(f"found {prefix}{body} in the log").text:
                leaked.append(prefix)
    assert leaked == []


def body_of(rule: Prefixed, draw: Draw) -> str:
    """Letters and digits that a rule admits after its prefix."""
    admitted = "".join(character for character in ALNUM if re.fullmatch(rule.body, character))
    return draw.of(admitted, max(rule.length, 24))
