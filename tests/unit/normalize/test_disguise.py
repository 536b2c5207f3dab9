"""The same secret has the same mask within a project, and another one elsewhere."""

from threading import Thread

from tests.security.made_up_secrets import Draw
from whylens.normalize.disguise import PLAIN, Disguise, wearing, worn
from whylens.normalize.redact import redact

OURS, THEIRS = Disguise(b"a" * 32), Disguise(b"b" * 32)
TOKEN = "gh" + "p_" + Draw(1).of("abcdefGHIJK123456", 36)


def test_the_same_secret_has_the_same_mask_in_a_project() -> None:
    first, second = (redact(text, disguise=OURS).text for text in (f"see {TOKEN}.", f"API_KEY={TOKEN}"))
    assert first.removeprefix("see ").removesuffix(".") == second.removeprefix("API_KEY=")


def test_projects_mask_the_same_secret_differently_and_other_secrets_too() -> None:
    other = TOKEN[:-1] + ("a" if TOKEN[-1] != "a" else "b")
    masks = {
        redact(TOKEN, disguise=OURS).text,
        redact(TOKEN, disguise=THEIRS).text,
        redact(other, disguise=OURS).text,
    }
    assert len(masks) == 3


def test_the_form_of_a_number_or_an_address_changes_no_mask() -> None:
    for one, other in (("+49 170 1234567", "+49-170-1234567"), ("jane@Roe.org", "Jane@roe.org")):
        assert redact(one, disguise=OURS).text == redact(other, disguise=OURS).text


def test_without_a_project_a_mask_tells_the_kind_alone() -> None:
    assert worn() is PLAIN
    assert redact(TOKEN).text == "[redacted:github-token]"


def test_a_disguise_is_worn_within_its_block_and_its_thread() -> None:
    seen: list[Disguise] = []
    with wearing(OURS):
        assert redact(TOKEN).text == redact(TOKEN, disguise=OURS).text
        thread = Thread(target=lambda: seen.append(worn()))
        thread.start()
        thread.join()
    assert seen == [PLAIN]
    assert worn() is PLAIN


def test_a_mask_is_short_and_stays_when_redacted_again() -> None:
    once = redact(f"password=Copper42river! and {TOKEN}", disguise=OURS).text
    assert redact(once, disguise=THEIRS).text == once
    assert all(len(word) < 40 for word in once.split())


def test_a_key_is_in_no_repr() -> None:
    assert "aaaa" not in repr(OURS)
