import random

from bench.retrieval_data import Question
from bench.retrieval_pairs import ENOUGH, leads
from bench.retrieval_typos import mistyped


def questions(count: int) -> list[Question]:
    return [
        Question(f"q{n}", "toy", 9.0, "text", "text", (), (), "fixes", 0.1, {f"right{n}": 2})
        for n in range(count)
    ]


def test_the_strongest_rival_is_compared_with_and_a_sure_lead_stays_above_zero() -> None:
    asked = questions(ENOUGH)
    ours = {each.id: list(each.grades) for each in asked}
    better = {each.id: ["wrong", *each.grades] for each in asked}
    found = leads(asked, ours, {"worse": {}, "better": better})
    assert {each.part for each in found} == {"all", "commits", "overlap <=0.2"}
    first = found[0]
    assert (first.rival, first.ours, first.theirs) == ("better", 1.0, 0.5)
    assert first.low > 0.0


def test_a_ranker_does_not_lead_itself() -> None:
    asked = questions(ENOUGH)
    ours = {each.id: ["wrong"] * (index % 3) + list(each.grades) for index, each in enumerate(asked)}
    assert all(each.low == each.high == 0.0 for each in leads(asked, ours, {"same": ours}))


def test_a_part_with_few_questions_is_left_out() -> None:
    assert leads(questions(ENOUGH - 1), {}, {"none": {}}) == []


def test_a_slip_changes_one_name_and_the_same_way_every_time() -> None:
    text = "why does parse_header loop on it"
    slips = {mistyped(text, random.Random(7)) for _ in range(3)}
    assert len(slips) == 1
    assert slips != {text}
    assert mistyped("nothing here has a name", random.Random(7)) == "nothing here has a name"
