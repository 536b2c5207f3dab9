import pytest

from whylens.model.recall import Query
from whylens.model.words import LIVE, Kind, Status
from whylens.recall import plan
from whylens.recall.intent import DEFECT, EDIT, FIND, TODAY, WHY, Intent, intent_of


def test_text_asks_words_and_meaning_and_not_the_place() -> None:
    asked = plan(Query("retry  with\nbackoff"))
    assert asked.text == "retry with backoff"
    assert asked.lexical > 0
    assert asked.nearest > 0
    assert asked.placed == 0


def test_symbols_alone_are_looked_for_by_name() -> None:
    asked = plan(Query(symbols=("Ftp › connect",)))
    assert asked.text == "connect"
    assert asked.lexical > 0
    assert asked.nearest == 0


def test_files_alone_ask_only_the_place() -> None:
    asked = plan(Query(files=("lib/ftp.c", "lib/http.c", "README")))
    assert (asked.lexical, asked.nearest) == (0, 0)
    assert asked.placed > 0
    assert asked.files == ("lib/ftp.c", "lib/http.c", "README")


def test_asking_nothing_asks_for_the_newest() -> None:
    asked = plan(Query())
    assert (asked.lexical, asked.nearest, asked.placed) == (0, 0, 0)
    assert asked.recent > 0


def test_only_live_cards_are_asked_for_unless_candidates_are_wanted() -> None:
    assert plan(Query("x")).statuses == LIVE
    assert plan(Query("x", include_candidates=True)).statuses == LIVE | {Status.CANDIDATE}


def test_filters_and_time_are_handed_on() -> None:
    asked = plan(Query("x", kinds=frozenset({Kind.ISSUE}), before=5.0))
    assert asked.kinds == {Kind.ISSUE}
    assert asked.before == 5.0


def test_candidates_stay_few_enough_to_rank_at_once() -> None:
    asked = plan(Query("what is next", files=("a",)))
    assert asked.lexical + asked.nearest + asked.placed + asked.recent <= 450


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("what should I do today?", TODAY),
        ("where was I", TODAY),
        ("今天做什么", TODAY),
        ("why does the parser retry", WHY),
        ("who decided to vendor this", WHY),
        ("为什么不用线程", WHY),
        ("any known issues with proxies", DEFECT),
        ("connection reset: fails with EPIPE", DEFECT),
        ("retry with backoff", FIND),
        ("make the upload resumable", FIND),
        ("whyever", FIND),
    ],
)
def test_the_purpose_is_told_from_the_words(text: str, intent: Intent) -> None:
    assert intent_of(Query(text)) == intent


def test_a_place_without_words_means_editing() -> None:
    assert intent_of(Query(files=("a.py",))) == EDIT
    assert intent_of(Query("rename it", files=("a.py",))) == FIND
