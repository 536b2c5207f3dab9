"""The passage around a statement: before it first, then after it, within its paragraph."""

from __future__ import annotations

from whylens.extract.passage import LONGEST_PASSAGE, opening, passage
from whylens.extract.sentences import Sentence, split


def around(text: str, words: str) -> str:
    sentences = split(text)
    return passage(sentences, next(each for each in sentences if words in each.text))


def test_a_statement_alone_has_no_passage() -> None:
    assert around("We keep the socket open.\n\nThe tests were adapted.\n", "socket") == ""


def test_the_paragraph_is_the_border() -> None:
    text = "First there was a pool. We keep the socket open. It costs little.\n\nThe tests were adapted.\n"
    assert around(text, "socket") == "First there was a pool. We keep the socket open. It costs little."


def test_a_paragraph_that_points_back_takes_the_one_before_it_in() -> None:
    text = "The proxy counts logins.\n\nThis is why we keep the socket open.\n"
    assert around(text, "socket") == "The proxy counts logins. This is why we keep the socket open."


def test_a_paragraph_that_goes_on_is_taken_in() -> None:
    text = (
        "The proxy counts each handshake.\n\nTherefore we keep the socket open.\n\nThe tests were adapted.\n"
    )
    assert around(text, "proxy") == "The proxy counts each handshake. Therefore we keep the socket open."


def test_what_stands_before_is_worth_more_than_what_follows() -> None:
    filler = "x" * (LONGEST_PASSAGE - 40)
    text = f"The proxy counts logins. We keep it open. {filler} is long.\n"
    assert around(text, "keep it open") == "The proxy counts logins. We keep it open. …"


def test_a_passage_is_never_longer_than_allowed() -> None:
    text = " ".join(f"Sentence number {number} says one thing more." for number in range(80))
    told = around(text, "number 40 ")
    assert "number 40 " in told
    assert told.startswith("… ")
    assert told.endswith(" …")
    assert len(told) <= LONGEST_PASSAGE + 4


def test_an_opening_is_cut_between_sentences() -> None:
    sentences = [Sentence("A" * 300 + ".", 0, 301), Sentence("B" * 300 + ".", 302, 603)]
    assert opening(sentences) == "A" * 300 + ". …"
