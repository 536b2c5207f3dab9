"""What is exported comes back as it was; what people and other programs write is taken in or refused by name."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.conftest import Project
from whylens.memory.exchange import read_cards, write_jsonl
from whylens.memory.markdown_cards import write_markdown
from whylens.memory.wire import card_json

DETAILS = [
    "",
    "one line",
    "  indented\n\n\nlines with gaps\n",
    "# a heading\n---\nkey: value\n---\n> a quote\n",
    "line separators \u2028 and \u0085 and \x0c, tabs\t, carriage\r\nreturns",
    "äöü 日本語 🦊 \u0301 <!-- comment --> {{template}}",
    "a\\nb \"quoted\" 'single' `code` & <tag>",
]
CARDS: list[dict[str, Any]] = [
    {
        "ref": f"r-{number}",
        "kind": ("decision", "constraint", "issue", "fact", "failed_approach", "todo", "evidence")[number],
        "summary": f"{'#' * number} {number}: it is so -- yes: 'no' \"maybe\" é",
        "details": details,
        "rationale": f"because: {number}\nand more",
        "files": ["sp ace.py", "ünï/日本.py", "-x.py", "a: b.py", "true", "1.0"],
        "symbols": ["Class › method", "null"],
        "created_at": 1_700_000_000.25 + number,
        "scope": "task",
    }
    for number, details in enumerate(DETAILS)
]
SAME = ("ref", "kind", "summary", "details", "rationale", "files", "symbols", "created_at", "date", "scope")


def _imported(project: Project, lines: list[str]) -> dict[str, Any]:
    with project.memory() as memory:
        return memory.import_lines(lines, activate=True)


def _comparable(project: Project) -> list[dict[str, Any]]:
    found = [card_json(card) for card in project.cards()]
    return sorted(({name: card[name] for name in SAME} for card in found), key=lambda card: card["ref"])


@pytest.mark.parametrize("form", ["lines", "markdown"])
def test_what_is_exported_comes_back_as_it_was(project: Project, tmp_path: Path, form: str) -> None:
    assert _imported(project, [json.dumps(card) for card in CARDS])["imported"] == len(CARDS)
    target = tmp_path / ("cards.jsonl" if form == "lines" else "cards")
    if form == "lines":
        with target.open("w", encoding="utf-8", newline="\n") as out:
            write_jsonl(project.cards(), out)
    else:
        write_markdown(project.cards(), target)
    other = Project(project.root, tmp_path / "other home")
    report = _imported(other, read_cards(str(target), io.BytesIO()))
    assert (report["imported"], report["refused"]) == (len(CARDS), [])
    assert _comparable(other) == _comparable(project)
    assert [card["details"] for card in _comparable(other)] == DETAILS


BROKEN = {
    "open.md": "---\nkind: fact\n# It is so\n",
    "tabs.md": "---\n\tkind: [\n---\n# It is so\n",
    "list.md": "---\n- a\n- b\n---\n# It is so\n",
    "kind.md": "---\nkind: nonsense\n---\n# It is so\n",
    "empty.md": "",
    "binary.md": "\0\1\2",
    "bomb.md": "---\na: &a [x, x]\nb: &b [*a, *a]\nsource: [*b, *b]\n---\n# It is so\n",
}


def test_a_broken_markdown_card_is_refused_by_name_and_the_others_are_taken(
    project: Project, tmp_path: Path
) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    for name, text in BROKEN.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "plain.md").write_bytes(b"# By hand\r\n\r\nNo front matter at all.\r\n")
    (folder / "windows.md").write_bytes(
        b"\xef\xbb\xbf---\r\nkind: fact\r\nmore: [1]\r\n---\r\n\r\n# Edited\r\n\r\nHere.\r\n"
    )
    report = _imported(project, read_cards(str(folder), io.BytesIO()))
    assert [each["reason"].partition(":")[0] for each in report["refused"]] == sorted(BROKEN)
    assert {(card.kind.value, card.summary, card.details) for card in project.cards()} == {
        ("observation", "By hand", "No front matter at all."),
        ("fact", "Edited", "Here."),
    }


HOSTILE = [
    '{"summary": "' + "a" * 2_000_000 + '"}',
    "[" * 100_000,
    '{"summary": ' + "[" * 900 + "]" * 900 + "}",
    '{"summary": 5}',
    '{"summary": "x", "ref": "\\udfff"}',
    '{"summary": "half a pair \\ud800"}',
    '{"summary": "x", "files": "abc"}',
    '{"summary": "x", "files": [1]}',
    '{"summary": "x", "created_at": NaN}',
    '{"summary": "x", "created_at": 1' + "0" * 400 + "}",
    '{"summary": "x", "created_at": "soon"}',
    '{"summary": "x", "kind": null}',
    '{"summary": "\\u0000 \\n"}',
    "null",
    "\0",
]


def test_hostile_lines_are_refused_by_number_and_the_others_are_taken(project: Project) -> None:
    odd = [
        '{"summary": "nul \\u0000 inside", "files": ["a\\u0000b.py"]}',
        '{"summary": "half a pair in a name", "files": ["a\\ud800.py"]}',
        '{"summary": "deep", "source": ' + "[" * 900 + "]" * 900 + "}",
    ]
    report = _imported(project, [*HOSTILE, *odd])
    assert [each["line"] for each in report["refused"]] == list(range(1, len(HOSTILE) + 1))
    assert report["imported"] == len(odd)
    assert all(card.files == () for card in project.cards())


def test_every_line_is_accounted_for(project: Project) -> None:
    lines = [
        json.dumps({"ref": ref, "summary": f"It is {ref} {number}"}) for number, ref in enumerate("aabbbc")
    ]
    report = _imported(project, [*lines, "{"])
    assert report["imported"] + report["unchanged"] + len(report["refused"]) == 7
    assert len(project.cards()) == 3
