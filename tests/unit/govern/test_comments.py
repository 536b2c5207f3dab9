"""A comment becomes a card only where it warns, forbids with a reason, or tells why."""

import pytest

from whylens.extract.comments import extract_comments
from whylens.govern.comments import is_test_path, is_worth_a_card

WORTH = [
    "The queue is drained before the socket is closed because the peer drops unread frames.",
    "Do not hold the registry lock here, otherwise a plugin that registers late will deadlock.",
    "The header lock must be held while the table grows or readers see half of it.",
    "TODO: move the retry policy into the transport once all callers pass a deadline",
    "FIXME: the cache is never cleared after a failed reload",
]
NOT_WORTH = [
    "Returns zero on success, otherwise a negative error code and the message is set.",
    "Otherwise the second table must be searched because the first one was empty.",
    "Only new buckets came in.",
    "Always NUL terminates the destination buffer.",
    "Type ignored because this is a private function of the other module.",
    "Store the offset so that the element can be found again later.",
]


def kept(comment: str, path: str) -> list[str]:
    drafts = extract_comments(path, f"def work():\n    # {comment}\n    return 1\n")
    return [draft.summary for draft in drafts if is_worth_a_card(draft, path)]


@pytest.mark.parametrize("comment", WORTH)
def test_a_reason_a_prohibition_and_a_marker_are_kept(comment: str) -> None:
    assert kept(comment, "src/work.py")


@pytest.mark.parametrize("comment", NOT_WORTH)
def test_what_the_code_says_itself_is_not_kept(comment: str) -> None:
    assert kept(comment, "src/work.py") == []


@pytest.mark.parametrize(
    "path", ["tests/test_work.py", "src/work_test.go", "web/view.spec.ts", "examples/demo.py"]
)
def test_comments_of_tests_and_examples_are_not_kept(path: str) -> None:
    assert is_test_path(path)
    if path.endswith(".py"):
        assert kept(WORTH[0], path) == []


@pytest.mark.parametrize(
    "path", ["src/contest.py", "lib/latest.py", "server/attestation/verify.go", "src/inspect.ts"]
)
def test_a_name_that_only_sounds_like_a_test_is_none(path: str) -> None:
    assert not is_test_path(path)
