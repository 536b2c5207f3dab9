"""Comments: markers with substance, reasons and rules; descriptions and noise are silent."""

import pytest

from whylens.extract.comment_syntax import find_comments
from whylens.extract.comments import extract_comments
from whylens.model.words import Basis, Kind

LOUD = {
    "a to-do": ("# TODO(ann): drop the fallback once all clients send the header", Kind.TODO),
    "a defect": (
        "# TODO: this is racy, the index may be read before it is written by save_index()",
        Kind.ISSUE,
    ),
    "a fixme that is work": ("# FIXME: use the pool of the session instead of a new thread here", Kind.TODO),
    "a fixme that is broken": (
        "# FIXME: the cache does not work when two projects share a folder",
        Kind.ISSUE,
    ),
    "a warning": ("# WARNING: the order of these calls matters, open_pool() comes first", Kind.CONSTRAINT),
    "a reason": (
        "x = 1\n# We copy the list here because the caller may change it while we read.",
        Kind.DECISION,
    ),
    "a directive": (
        "# Do not change the order of these fields, the wire format depends on it.",
        Kind.CONSTRAINT,
    ),
    "a rule in a note": ("# NOTE: keep this table in sync with the one in client/words.ts", Kind.CONSTRAINT),
    "a makeshift that is meant": (
        "# XXX hackish: we pretend to live in builtins in order to print shorter names of errors",
        Kind.DECISION,
    ),
    "by design": (
        "# Totals are intentionally not cached, a stale one would be paid out twice.",
        Kind.DECISION,
    ),
}


@pytest.mark.parametrize(("comment", "kind"), LOUD.values(), ids=LOUD.keys())
def test_it_is_worth_a_card(comment: str, kind: Kind) -> None:
    (draft,) = extract_comments("src/shop.py", f"{comment}\nFIELDS = ('a', 'b')\n")
    assert draft.kind is kind


SILENT = {
    "a marker alone": "# TODO",
    "a to-do without substance": "# TODO: fix",
    "a to-do that asks": "# TODO: should we cache the result of this call here?",
    "a to-do that trails off": "# TODO: handle tabs, blanks, line breaks, etc.",
    "a rule that was lifted": "# This copy has diverged from the one upstream and is no longer kept in sync with it.",
    "a rule that does not hold": "# NOTE: the table of names need not be kept in sync with the one of the client.",
    "half of a reason": "# NOTE: the tail may be NULL even if we have a node, because when add_later() is used",
    "a level of the log": "# WARNING logs contain important information about the state of the disk.",
    "a description": "# Count the rows of the table and keep the total for the footer.",
    "a licence": "# Copyright 2024. You must not use this file except in compliance with the License.",
    "a pragma": "# noqa: E501 because the table must be on one line",
    "a parameter": "# :param rows: must be sorted because the search halves them",
    "commented-out code": "# TODO: total = count(rows); must_be(total == 3);",
    "a link": "# We do this because of https://example.com/ which explains it all",
}


@pytest.mark.parametrize("comment", SILENT.values(), ids=SILENT.keys())
def test_it_is_not_worth_a_card(comment: str) -> None:
    assert extract_comments("src/shop.py", f"{comment}\ntotal = count()\n") == []


@pytest.mark.parametrize("path", ["tests/test_shop.py", "docs/conf.py", "config/app.yml", "redis.conf"])
def test_tests_documents_and_configuration_are_silent(path: str) -> None:
    assert extract_comments(path, "# TODO: drop the fallback once all clients send the header\nx = 1\n") == []


STATED = {
    "# FIXME: the parser drops the last line of a file": Kind.ISSUE,
    "# FIXME timeouts are ignored when a proxy is used": Kind.ISSUE,
    "# BUG: negative offsets are counted twice when the file is empty": Kind.ISSUE,
    "# BUG(ann): the counter overflows after 2 days": Kind.ISSUE,
    "# Bug: some rows are read twice after a restart": Kind.ISSUE,
    "# HACK: the driver returns rows twice on timeouts": Kind.DECISION,
    "# WORKAROUND: the proxy drops headers of old clients": Kind.DECISION,
    "# XXX: the lock is held across the network call": Kind.FACT,
    "# XXX the cache keeps entries of closed sessions": Kind.FACT,
}


@pytest.mark.parametrize("trailing", [False, True], ids=["above", "beside"])
@pytest.mark.parametrize(("comment", "kind"), STATED.items())
def test_what_a_marker_of_defects_states_needs_no_other_word_of_it(
    comment: str, kind: Kind, *, trailing: bool
) -> None:
    code = "total = count(rows)"
    text = f"{code}  {comment}\n" if trailing else f"{comment}\n{code}\n"
    (draft,) = extract_comments("a.py", text)
    assert (draft.kind, draft.basis) == (kind, Basis.MARKER)


@pytest.mark.parametrize("marker", ["FIXME", "BUG", "HACK", "XXX", "WORKAROUND"])
@pytest.mark.parametrize(
    "words",
    ["broken", "the last line", "special case for long rows", "does it work for empty rows?", "#4711"],
)
def test_a_marker_of_defects_without_a_statement_is_silent(marker: str, words: str) -> None:
    assert extract_comments("a.py", f"# {marker}: {words}\ntotal = count(rows)\n") == []


@pytest.mark.parametrize(
    "words",
    ["when all clients send the header, drop this", "once the pool is gone, remove the lock of `open_pool`"],
)
def test_a_fixme_that_waits_for_something_is_work(words: str) -> None:
    (draft,) = extract_comments("a.py", f"# FIXME: {words}\ntotal = count(rows)\n")
    assert draft.kind is Kind.TODO


def test_documentation_of_a_function_yields_only_what_binds_its_callers() -> None:
    text = (
        "/// Returns the total. We add it up because the store keeps no sum.\n"
        "/// The returned guard must be released before the next call of `total`.\n"
        "fn total() {}\n"
    )
    (draft,) = extract_comments("src/shop.rs", text)
    assert draft.kind is Kind.CONSTRAINT


def test_this_is_explained_by_the_code_beside_it() -> None:
    (draft,) = extract_comments(
        "a.py", "if legacy_mode(request):  # TODO: this should go in version 3 of the wire format\n"
    )
    assert draft.summary.endswith("(`if legacy_mode(request):`)") or "legacy_mode" in draft.summary


def test_a_sentence_that_leans_on_the_one_before_is_joined_to_it() -> None:
    text = "# The index is read first. Don't change this order, the journal depends on it.\nread()\n"
    (draft,) = extract_comments("a.py", text)
    assert draft.summary == "The index is read first. Don't change this order, the journal depends on it."


def test_the_line_and_the_evidence_are_exact() -> None:
    text = (
        "int a;\n\n/* Sums are cached.\n * FIXME: the cache is never emptied when\n"
        " *   a project is closed by sum_all().\n */\n"
    )
    (draft,) = extract_comments("a.c", text)
    assert draft.line == 4
    assert text[slice(*draft.span)] == draft.evidence
    assert draft.basis is Basis.MARKER


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", 'x = "# no comment"  # a comment\n', ["# a comment"]),
        ("a.py", '"""\n# in a docstring\n"""\n', []),
        ("a.js", "const u = 'http://x'; // a comment\nconst r = `// none`;\n", ["// a comment"]),
        ("a.c", 'char *s = "/* none */"; /* a\n comment */\n', ["/* a\n comment */"]),
        ("a.rs", "fn f<'a>(x: &'a str) {} // a comment\n", ["// a comment"]),
        ("a.sh", 'echo "# none" ${#array} # a comment\n', ["# a comment"]),
        ("a.go", "s := `// none`\n// one\n// run\n", ["// one\n// run"]),
        ("a.html", "<p>// none</p><!-- a comment -->\n", ["<!-- a comment -->"]),
        ("a.lua", "-- a comment\nlocal s = '-- none'\n", ["-- a comment"]),
    ],
)
def test_comments_are_found_by_the_syntax_of_the_suffix(path: str, text: str, expected: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_comments(path, text)] == expected


def test_a_trailing_comment_and_the_next_are_not_one() -> None:
    text = "a = 1  # first\n# second\nb = 2\n"
    assert [(one.line, one.trailing) for one in find_comments("a.py", text)] == [(1, True), (2, False)]


def test_a_safety_note_binds_only_when_it_says_what_must_be() -> None:
    text = "// SAFETY: we are the only owner of the pointer at this point.\nlet x = unsafe { *p };\n"
    assert extract_comments("a.rs", text) == []
    text = "// SAFETY: `take` must be called with the lock of the driver held.\nlet x = unsafe { take(p) };\n"
    (draft,) = extract_comments("a.rs", text)
    assert draft.kind is Kind.CONSTRAINT


UNEXPLAINED = "# TODO: we should turn this into an assertion before the next release\n"


def test_a_to_do_that_nothing_around_it_explains_is_kept_only_for_a_thorough_reading() -> None:
    assert extract_comments("a.py", f"{UNEXPLAINED}return False\n") == []
    (draft,) = extract_comments("a.py", f"{UNEXPLAINED}return False\n", thorough=True)
    assert draft.kind is Kind.TODO


@pytest.mark.parametrize(
    "text",
    [
        f"{UNEXPLAINED}def check(rows):\n    pass\n",
        f"# The reader may see a row twice here.\n{UNEXPLAINED}return False\n",
        "# TODO: drop the fallback once all clients send the header\nx = 1\n",
    ],
)
def test_a_to_do_that_its_comment_or_a_definition_explains_is_kept(text: str) -> None:
    assert len(extract_comments("a.py", text)) == 1


def test_what_a_to_do_waits_for_stays_in_it() -> None:
    (draft,) = extract_comments(
        "src/shop.py", "# TODO(shop10.1): Remove the warning and call read_rows() unconditionally.\nx = 1\n"
    )
    assert draft.summary.endswith("unconditionally (shop10.1)")


@pytest.mark.parametrize(
    "code",
    ["import os", "from shop import rows", "#include <rows.h>", "/* the next comment */", "use std::io;"],
)
def test_a_comment_is_not_explained_by_what_opens_a_file(code: str) -> None:
    path = "src/shop.c" if code.startswith(("#", "/", "use")) else "src/shop.py"
    sign = "//" if path.endswith(".c") else "#"
    drafts = extract_comments(
        path,
        f"{sign} Do not change the order here, read_rows() depends on it as it is.\n{code}\nint x = 1;\n",
    )
    assert all(code[:8] not in draft.summary for draft in drafts)
