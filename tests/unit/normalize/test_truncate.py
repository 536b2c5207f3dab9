from hypothesis import given
from hypothesis import strategies as st

from whylens.normalize.truncate import LONGEST_LINE, truncate


def test_a_short_text_stays() -> None:
    assert truncate("short", 100) == "short"


def test_head_and_tail_stay_and_the_cut_says_how_much_is_gone() -> None:
    text = "".join(f"line {number}\n" for number in range(1000))
    cut = truncate(text, 200)
    head, rest = cut.split("… [", 1)
    count, tail = rest.split(" characters cut] …", 1)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(head) + int(count) + len(tail) == len(text)
    assert len(cut) <= 200


def test_a_line_of_a_million_characters_is_bounded_on_its_own() -> None:
    cut = truncate("before\n" + "x" * 1_000_000 + "\nafter", 10_000_000)
    assert cut.startswith("before\nxxx")
    assert cut.endswith("xxx\nafter")
    assert max(map(len, cut.split("\n"))) <= LONGEST_LINE


def test_a_mark_of_redaction_is_never_cut_in_two() -> None:
    text = "[redacted:github-token]" * 100
    for limit in range(60, 200):
        pieces = truncate(text, limit).replace("[redacted:github-token]", "")
        assert "redacted" not in pieces, limit


@given(st.text(), st.integers(min_value=0, max_value=120))
def test_no_text_gets_longer_than_the_limit(text: str, limit: int) -> None:
    assert len(truncate(text, limit)) <= max(limit, 0)
