"""Text is cut into sentences whose offsets are exact, and what is no prose is left out."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from whylens.extract.sentences import Layout, clauses, sentence_spans, split


def words(text: str, layout: Layout = Layout.WRAPPED) -> list[str]:
    return [sentence.text for sentence in split(text, layout)]


def test_wrapped_lines_are_one_sentence() -> None:
    text = "The cache is kept\nbetween runs. It is\nemptied on exit.\n"
    assert words(text) == ["The cache is kept between runs.", "It is emptied on exit."]


def test_offsets_point_into_the_text_as_it_came() -> None:
    text = "/*\n * Callers hold the\n * lock.\n */\n"
    (sentence,) = split(text, Layout.COMMENT)
    assert sentence.text == "Callers hold the lock."
    assert text[sentence.start : sentence.end] == "Callers hold the\n * lock."


def test_abbreviations_and_version_numbers_do_not_end_a_sentence() -> None:
    assert words("Some shells, e.g. dash, lack it. Use v1.2 instead.") == [
        "Some shells, e.g. dash, lack it.",
        "Use v1.2 instead.",
    ]


def test_a_stop_within_parentheses_does_not_end_a_sentence() -> None:
    assert words("The file (see the notes. They are long) is read once.") == [
        "The file (see the notes. They are long) is read once."
    ]


def test_code_quotes_diffs_logs_and_trailers_are_no_prose() -> None:
    text = (
        "It fails at start.\n\n```sh\nrun --it\n```\n\n    indented code\n\n> an earlier mail said so\n\n"
        "diff --git a/x b/x\n@@ -1 +1 @@\n2024-01-02 10:00:00 started\nSigned-off-by: Someone <a@example.com>\n"
        "Traceback (most recent call last):\n"
    )
    assert words(text) == ["It fails at start."]


def test_sections_about_testing_say_nothing() -> None:
    text = "## Summary\n\nThe pool grows on demand.\n\n## Test plan\n\nRan the suite twice and it passed.\n"
    assert words(text) == ["The pool grows on demand."]


def test_list_items_are_blocks_of_their_own_and_know_their_lead() -> None:
    first, second = split("Reasons:\n\n- the disk is slow\n- the net is slower\n")[1:]
    assert (first.item, first.lead, first.text) == (True, "Reasons:", "the disk is slow")
    assert second.block != first.block


def test_a_quoting_document_keeps_its_quotes() -> None:
    assert words("> We chose SQLite.\n", Layout.DOCUMENT) == ["We chose SQLite."]


def test_a_sentence_before_code_is_known_to_go_on() -> None:
    (sentence,) = split("The parser stops at\nfoo = bar();\n")
    assert sentence.cut


def test_chats_break_at_short_lines() -> None:
    assert words("drop the cache\nkeep the log\n", Layout.CHAT) == ["drop the cache", "keep the log"]


def test_long_sentences_fall_into_clauses_with_exact_offsets() -> None:
    text = (
        "When we planned this we said that both names of the field would be read by the importer as they came, "
        "but line 12 of the reader only looks at the first of the two names."
    )
    parts = clauses(split(text)[0])
    assert [text[part.start : part.end] for part in parts] == [part.text for part in parts]
    assert parts[1].text.startswith("line 12")


@given(st.text(max_size=400), st.sampled_from(list(Layout)))
def test_any_text_is_cut_without_error_and_in_order(text: str, layout: Layout) -> None:
    sentences = split(text, layout)
    assert all(0 <= s.start < s.end <= len(text) for s in sentences)
    assert [s.start for s in sentences] == sorted(s.start for s in sentences)


@given(st.text(alphabet="ab.!? ()", max_size=80))
def test_spans_never_overlap(text: str) -> None:
    spans = sentence_spans(text)
    assert all(left < right for left, right in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
