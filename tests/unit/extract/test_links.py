"""Commits name other commits and issues."""

from whylens.extract.commits import extract_commit


def test_fixes_are_found_in_their_usual_forms() -> None:
    reading = extract_commit(
        'pool: fix a leak\n\nThe leak was introduced in commit 1a2b3c4d5e6f.\nFixes: 9f8e7d6c5b4a ("pool: grow")\n'
        "A regression from deadbee1.\n"
    )
    assert set(reading.fixes) == {"1a2b3c4d5e6f", "9f8e7d6c5b4a", "deadbee1"}


def test_follow_ups_are_no_fixes() -> None:
    reading = extract_commit("pool: tidy\n\nFollow-up to 1a2b3c4d5e6f and 9f8e7d6c5b4a\n")
    assert reading.follows == ("1a2b3c4d5e6f", "9f8e7d6c5b4a")
    assert reading.fixes == ()


def test_several_commits_may_be_reverted_at_once() -> None:
    reading = extract_commit(
        "Revert two changes\n\nThis reverts commits 1a2b3c4 and 9f8e7d6.\n".replace("commits", "commit")
    )
    assert reading.reverts == ("1a2b3c4", "9f8e7d6")


def test_issues_are_numbers() -> None:
    assert extract_commit("Close the pool (#12)\n\nFixes other/repo#34, see #12.\n").issues == ("12", "34")


def test_words_that_look_like_ids_are_none() -> None:
    assert extract_commit("Fix it\n\nIt was introduced in facade, defaced by accident.\n").fixes == ()
