"""A hover is short and pleasant, and whatever a card says, it stays text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from whylens.lsp.hovertext import Style, markdown, text
from whylens.lsp.markdown import escaped
from whylens.memory.requests import PlacedCard
from whylens.memory.shown import cut, plain
from whylens.model.anchor import Place
from whylens.model.card import Card
from whylens.model.source import SourceRef
from whylens.model.words import AnchorState, Basis, Kind, Status

CARD = Card(
    id="0123456789abcdef",
    handle="W-0123",
    namespace="user",
    kind=Kind.ISSUE,
    summary="The last chunk is lost",
    rationale="the writer flushes after it closes",
    evidence="we saw the last chunk vanish on slow links, every Friday, when the proxy was restarted",
    sources=(SourceRef(Basis.COMMIT, "3f2a1b9c0d" * 4, title="Fix upload"),),
    valid_from=1_704_067_200.0,
    confidence=0.82,
)
LINKS = Style("file:///a.py", links=True)


def placed(card: Card, state: AnchorState = AnchorState.EXACT) -> PlacedCard:
    return PlacedCard(card, Place(state, "a.py", ("f",), 1, 3, 1))


def test_a_card_is_told_in_its_parts() -> None:
    parts = markdown([placed(CARD)], LINKS).split("\n\n")
    assert parts[0] == "**⚠ Known defect** — The last chunk is lost"
    assert parts[1] == "*why* — the writer flushes after it closes"
    assert parts[2].startswith("> we saw the last chunk vanish")
    assert parts[3].startswith("*82% · 2024-01-01 · [commit 3f2a1b9c0](command:whylens.openSource?")
    assert re.findall(r"\[(\w+|…)\]\(command:whylens\.(\w+)", parts[4]) == [
        ("Confirm", "confirm"),
        ("Reject", "reject"),
        ("Edit", "edit"),
        ("Forget", "forget"),
        ("…", "more"),
    ]


def test_what_the_summary_says_already_is_not_quoted() -> None:
    card = replace(CARD, rationale="", evidence="FIXME: the last chunk is lost!")
    assert len(markdown([placed(card)], Style("file:///a.py")).split("\n\n")) == 2


def test_a_long_quotation_is_cut_at_a_word() -> None:
    card = replace(CARD, evidence="word " * 130)
    quoted = next(each for each in markdown([placed(card)], LINKS).split("\n\n") if each.startswith("> "))
    assert len(quoted) <= 582
    assert quoted.endswith("word…")


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (AnchorState.EXACT, ""),
        (AnchorState.EDITED, "code changed since"),
        (AnchorState.MOVED, "moved here"),
        (AnchorState.RENAMED, "renamed since"),
    ],
)
def test_a_place_that_is_not_exact_is_said(state: AnchorState, words: str) -> None:
    assert markdown([placed(CARD, state)], LINKS).count(" · " + words) >= bool(words)
    assert words in text([placed(CARD, state)])


def test_a_fixed_defect_is_no_known_defect() -> None:
    card = replace(CARD, rule="fixed-by-commit")
    assert markdown([placed(card)], LINKS).startswith("**✓ Fixed defect**")
    assert markdown([placed(replace(CARD, status=Status.ARCHIVED))], LINKS).startswith("**✓ Fixed defect**")


def test_three_cards_are_shown_and_the_rest_is_counted() -> None:
    cards = [placed(replace(CARD, id=str(number))) for number in range(5)]
    shown = markdown(cards, LINKS)
    assert shown.count("Known defect") == 3
    assert re.search(r"\[… 2 more\]\(command:whylens\.showCards\?%5B%22file%3A%2F%2F%2Fa\.py%22", shown)
    assert text(cards).endswith("… 2 more")
    assert " more" not in markdown(cards[:3], LINKS)


def test_a_confirmed_card_says_so_and_is_not_asked_about() -> None:
    shown = markdown([placed(replace(CARD, confirmed_at=1.0))], LINKS)
    assert "*confirmed · " in shown
    assert "whylens.confirm" not in shown


def test_a_file_source_is_linked_without_command_links() -> None:
    card = replace(CARD, sources=(SourceRef(Basis.RECORD, "docs/a (b).md", line=7),))
    shown = markdown([placed(card)], Style("file:///a.py", file_uri=lambda path: f"file:///r/{path}"))
    assert "[docs/a (b).md:7](file:///r/docs/a%20%28b%29.md#L7)" in shown


# -- nothing a card says can do anything ---------------------------------------------------------------------

ATTACKS = [
    "[click](command:workbench.action.terminal.new)",
    "![x](https://evil.example/pixel.png)",
    "<img src=x onerror=alert(1)>",
    "<a href='command:evil'>x</a>",
    "<command:evil>",
    "https://evil.example/path and www.evil.example and me@evil.example",
    "HTTPS://EVIL.EXAMPLE ftp://evil.example",
    "[ref]: command:evil\n\n[ref]",
    "text\n\n# heading\n\n- list\n\n1. one\n\n> quote\n\n***\n\n| a | b |\n|---|---|",
    "```\ncode\n```\n[x](command:evil)",
    "~~~ js",
    "**bold** _under_ __init__ ~~gone~~ `co`de`",
    "`code` [x](command:evil) `more`",
    "`` [x](command:evil) ` `",
    r"\[x\](command:evil) \\[x](command:evil) \`[x](command:evil)\`",
    "&lt;script&gt; &#91;x&#93;(command:evil) &amp;",
    "$(alert) $(sync~spin) `$(zap)`",
    "a\u202egnp.exe\u202c \u200b\u2066hidden\u2069",
    "\x00\x1b[31mred\x07",
    "# [x](command:evil)",
    "1) [x](command:evil)",
    "- [ ] task",
    "[^1] [^1]: note",
    "javascript:alert(1) [x](javascript:alert(1))",
    "][x](command:evil)[",
    "](command:evil)",
]


PARSER = MarkdownIt("commonmark", {"html": True}).enable(["strikethrough", "table"])
#: What the frame of a hover is made of; anything else came from the card.
FRAME = {"paragraph", "inline", "blockquote", "text", "text_special", "strong", "em", "link", "code_inline"}


def tokens_of(rendered: str) -> list[Token]:
    """Every block and inline token, as a Markdown parser sees them."""
    blocks = PARSER.parse(rendered)
    return [token for block in blocks for token in (block, *(block.children or ()))]


def links_of(rendered: str) -> list[str]:
    """The targets of all links."""
    return [str(each.attrs["href"]) for each in tokens_of(rendered) if each.type == "link_open"]


def words_of(rendered: str) -> str:
    """What a reader sees, without spaces."""
    seen = (
        f"`{each.content}`" if each.type == "code_inline" else each.content
        for each in tokens_of(rendered)
        if not each.children
    )
    return "".join("".join(seen).split())


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("links", [True, False])
def test_a_card_cannot_inject_anything(attack: str, links: bool) -> None:
    card = replace(
        CARD,
        summary=attack,
        rationale=f"because {attack}",
        evidence=f"{attack} and some more words that are new",
        sources=(SourceRef(Basis.RECORD, attack, line=3),),
    )
    shown = markdown([placed(card)], Style("file:///a.py", links=links))
    assert {each.type.removesuffix("_open").removesuffix("_close") for each in tokens_of(shown)} <= FRAME
    assert [each.split("?")[0] for each in links_of(shown)] == [
        f"command:whylens.{name}" for name in OURS if links
    ]
    assert not AUTOLINK.search(re.sub(r"`[^`]*`", "", shown))
    assert not re.search(r"(?<!\\)\$\(", shown)
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\x00-\x09\x0b-\x1f]", shown)


OURS = ("openSource", "confirm", "reject", "edit", "forget", "more")
#: What renderers with GitHub's extensions, VS Code among them, turn into links by themselves.
AUTOLINK = re.compile(r"(?i)\b(https?|ftp)://|\bwww\.\w|\w@\w")
PIECES = [*"ab1 \\`*_[]()<>&~|$!#+-.=:/@\n\t{}^;", "https://", "www.", "command:", "&lt;", "me@x.y", "$(a)"]


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_escaped_text_reads_as_it_was_and_is_nothing_but_text(said: str) -> None:
    safe = f"**x** — {escaped(said)}"
    kinds = {each.type.removesuffix("_open").removesuffix("_close") for each in tokens_of(safe)}
    assert kinds <= {"paragraph", "inline", "text", "text_special", "strong", "code_inline"}
    assert words_of(safe) == "x—" + "".join(plain(said).split())
    assert not AUTOLINK.search(re.sub(r"(?<!\\)((?:\\\\)*)`[^`]*`", r"\1", safe))


@settings(max_examples=400)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_escaped_text_opens_no_block_at_the_start_of_a_quotation(said: str) -> None:
    quoted = f"> {escaped(said)}"
    kinds = [each.type for each in PARSER.parse(quoted)]
    assert kinds in (
        ["blockquote_open", "paragraph_open", "inline", "paragraph_close", "blockquote_close"],
        ["blockquote_open", "blockquote_close"],
    )
    assert words_of(quoted) == "".join(plain(said).split())


@pytest.mark.parametrize("name", ["snake_case_name", "a.b(c)", "`os.replace`", "x -> y", "50 %", "C++"])
def test_what_developers_write_stays_readable(name: str) -> None:
    assert escaped(name) == name


def test_cut_says_that_it_cut() -> None:
    assert cut("one two three", 20) == "one two three"
    assert cut("one two three", 9) == "one two…"
    assert len(cut("x" * 50, 10)) == 10


def test_a_passage_that_begins_with_the_summary_says_only_the_rest() -> None:
    card = replace(CARD, rationale="", details=f"{CARD.summary} The proxy counts every handshake as a login.")
    said = markdown([placed(card)], LINKS)
    assert said.count(CARD.summary[:20]) == 1
    assert "> … The proxy counts every handshake as a login." in said
