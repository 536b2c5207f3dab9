from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.recall.terms import MAX_TERMS, fts_query, index_terms, match_terms


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parseConfigFile", "parseconfigfile parse config file"),
        ("parse_config_file", "parseconfigfile parse config file"),
        ("HTTP2Server", "http2server http2 server"),
        ("os.path.join", "ospathjoin os path join"),
        ("std::vec::Vec", "stdvecvec std vec vec"),
        ("src/writeLock.py", "srcwritelockpy writelock src write lock py"),
        ("write-ahead", "writeahead write ahead"),
        ("E0382", "e0382"),
        ("0x80070005", "0x80070005"),
        ("don't", "dont"),
        ("the user’s card", "the user card"),
        ("end.Start again", "end start again"),
        ("x", "x"),
        ("__init__", "init"),
        ("数据库", "数据 据库 库"),
        ("用", "用"),
        ("ＦＵＬＬ", "full"),
        ("", ""),
    ],
)
def test_a_text_is_cut_into_whole_names_and_their_parts(text: str, words: str) -> None:
    assert index_terms(text) == words


def test_stop_words_are_not_searched_unless_there_is_nothing_else() -> None:
    assert match_terms("why is the upload retried") == ["upload", "retried"]
    assert match_terms("to be or not to be") == ["to", "be", "or", "not"]


def test_a_query_has_distinct_terms_and_not_too_many() -> None:
    assert match_terms("cache cache Cache") == ["cache"]
    assert len(match_terms(" ".join(f"word{i}" for i in range(500)))) == MAX_TERMS


def test_one_sign_is_searched_as_a_beginning() -> None:
    assert fts_query(["用", "cache"]) == '"用"* OR "cache"'


def test_nothing_to_search_is_an_empty_query() -> None:
    assert fts_query([]) == fts_query(['"', "*", "--", ""]) == ""


@given(st.text())
def test_what_is_asked_word_for_word_is_found_word_for_word(text: str) -> None:
    indexed = index_terms(text).split(" ")
    assert all(term in indexed for term in match_terms(text))


@given(st.lists(st.text(), max_size=5))
def test_any_terms_make_a_query_the_database_understands(terms: list[str]) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE words USING fts5(text)")
    query = fts_query(term.encode("utf-8", "replace").decode() for term in terms)
    if query:
        connection.execute("SELECT * FROM words WHERE words MATCH ?", (query,)).fetchall()
    connection.close()
