from hypothesis import given, settings
from hypothesis import strategies as st

from tests.security.made_up_secrets import Draw, look_alikes, secrets
from whylens.model.observation import Redacted
from whylens.normalize.redact import find, redact, redact_fields

TOKEN = "gh" + "p_" + Draw(1).of("abcdefGHIJK123456", 36)

pieces = st.one_of(
    st.sampled_from([before + secret + after for before, secret, after in secrets(Draw(11))]),
    st.sampled_from(list(look_alikes(Draw(12)))),
    st.sampled_from(
        ["Jane Roe <jane@corp.com>", "jane.roe@corp.com", "phone +49 170 1234567", "card 4111 1111 1111 1111"]
    ),
    st.sampled_from(
        ["password", "=", ": ", " is ", "\n", '"', "'", "token", "key=", "[redacted:", "]", "://", "@", "-"]
    ),
    st.text(max_size=20),
)
texts = st.lists(pieces, max_size=6).map("".join)


def test_a_text_without_secrets_comes_back_equal_and_without_findings() -> None:
    result = redact("We keep sessions in Redis because a restart must not log anyone out.")
    assert result.text == "We keep sessions in Redis because a restart must not log anyone out."
    assert result.findings == ()


def test_the_result_is_of_the_type_that_may_be_stored_and_hides_in_a_repr() -> None:
    result = redact(f"token {TOKEN}")
    assert isinstance(result.text, Redacted)
    assert "redacted" not in repr(result.text)
    assert TOKEN not in repr(result)


def test_the_mark_names_the_rule() -> None:
    assert redact(f"see {TOKEN}.").text == "see [redacted:github-token]."


def test_findings_are_spans_of_the_original_text() -> None:
    text = f"first {TOKEN} then\npassword=Copper42river!\n"
    found = [(one.rule, text[one.start : one.end], one.action) for one in redact(text).findings]
    assert found == [("github-token", TOKEN, "redact"), ("password", "Copper42river!", "redact")]


def test_a_secret_that_several_rules_see_is_one_finding_named_by_the_surest() -> None:
    findings = redact(f"API_TOKEN={TOKEN}").findings
    assert [one.rule for one in findings] == ["github-token"]


def test_line_numbers_stay_when_a_secret_spans_lines() -> None:
    text = f"one\n{Draw(2).pem('RSA PRIVATE KEY')}\nlast"
    assert redact(text).text.count("\n") == text.count("\n")


def test_an_armour_that_was_cut_off_is_redacted_to_where_it_stops_looking_like_one() -> None:
    whole = Draw(2).pem("RSA PRIVATE KEY")
    redacted = redact(f"{whole[:300]}\n\nThat was the key.").text
    assert redacted.startswith("[redacted:private-key]")
    assert redacted.endswith("That was the key.")


def test_a_secret_with_nuls_between_its_characters_is_found_where_it_stands() -> None:
    text = "see " + "\0".join(TOKEN) + " there"
    result = redact(text)
    assert result.text == "see [redacted:github-token] there"
    assert [text[one.start : one.end].replace("\0", "") for one in result.findings] == [TOKEN]


def test_lone_surrogates_become_replacement_characters_and_pairs_stay() -> None:
    assert redact("a\ud800b \U0001f600").text == "a\ufffdb \U0001f600"


def test_with_bounds_only_that_part_is_kept_and_a_secret_across_a_bound_goes_whole() -> None:
    text = f"0123456789 {TOKEN} tail"
    assert redact(text, end=20).text == "0123456789 [redacted:github-token]"
    assert redact(text, start=30).text == "[redacted:github-token] tail"


def test_fields_are_redacted_one_by_one() -> None:
    assert redact_fields(["Use Redis.", f"with {TOKEN}"]) == ("Use Redis.", "with [redacted:github-token]")


def test_a_persons_name_goes_with_the_address() -> None:
    assert redact("Co-authored-by: Jane Roe <jane.roe@corp.com>").text == "Co-authored-by: [redacted:person]"
    assert redact("ask jane.roe@corp.com first").text == "ask [redacted:e-mail] first"


def test_addresses_of_nobody_stay() -> None:
    for text in (
        "dev@example.com",
        "git@github.com:a/b",
        "noreply@github.com",
        "dev@lists.apache.org",
        "@dev",
    ):
        assert redact(text).findings == ()


def test_account_and_card_numbers_are_personal_only_where_their_check_digits_hold() -> None:
    assert redact("card 4111 1111 1111 1111 expires").text == "card [redacted:card-number] expires"
    assert redact("card 4111 1111 1111 1112 expires").findings == ()
    assert redact("IBAN DE89 3704 0044 0532 0130 00").text == "IBAN [redacted:account-number]"
    assert redact("IBAN DE88 3704 0044 0532 0130 00").findings == ()


@settings(derandomize=True, deadline=None, max_examples=200)
@given(texts)
def test_redacting_a_redacted_text_changes_nothing(text: str) -> None:
    once = redact(text).text
    assert redact(once).text == once


@settings(derandomize=True, deadline=None, max_examples=200)
@given(texts)
def test_findings_are_ordered_apart_and_inside_the_text(text: str) -> None:
    findings = redact(text).findings
    bounds = [bound for one in findings for bound in (one.start, one.end)]
    assert bounds == sorted(bounds)
    assert all(0 <= one.start < one.end <= len(text) for one in findings)


@settings(derandomize=True, deadline=None, max_examples=200)
@given(texts)
def test_what_is_not_a_finding_stays_character_by_character(text: str) -> None:
    result = redact(text)
    kept, end = [], 0
    for one in result.findings:
        kept.append(text[end : one.start])
        end = one.end
    kept.append(text[end:])
    position = 0
    for part in kept:
        plain = part.replace("\0", "").encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        position = result.text.find(plain, position)
        assert position >= 0


@given(st.text())
def test_any_text_can_be_searched_and_stored(text: str) -> None:
    redact(text).text.encode("utf-8")
    find(text)
