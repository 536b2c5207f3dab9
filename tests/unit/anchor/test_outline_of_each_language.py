"""The outline of a made-up source in every language: `path | kind first-last`, and where its comment begins."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from whylens.anchor.languages import GRAMMARS, language_of
from whylens.anchor.outline import Outline
from whylens.anchor.symbols import outline

SAMPLES = Path(__file__).parent / "samples"

EXPECTED = {
    "stock.py": """
        LIMIT | variable 6-6 doc 5
        Shelf | class 9-30
        Shelf › height | field 12-12
        Shelf › __init__ | method 14-15
        Shelf › size | method 18-22 doc 17
        Shelf › refill | method 24-30
        Shelf › refill › fresh | function 25-26
        warn | function 35-37
        empty | function 40-41
    """,
    "stock.ts": """
        LIMIT | variable 4-4 doc 3
        weigh | function 6-9
        remember | function 11-13
        Shelf | class 15-36
        Shelf › count | field 17-17
        Shelf › onClick | field 18-20
        Shelf › constructor | method 22-24
        Shelf › refill | method 27-27 doc 26
        Shelf › refill | method 28-31
        Shelf › full | method 33-35
        Store | interface 38-41
        Store › find | method 39-39
        Name | type 43-43
        Colour | enum 45-45
        Inner | namespace 47-51
        Inner › deep | function 48-50
        handlers | variable 53-60
        handlers › open | method 54-56
        handlers › close | method 57-59
        default | function 62-64
        a shelf | test 66-73
        a shelf › holds crates | test 67-69
        a shelf › counts | test 70-72
    """,
    "Panel.tsx": """
        Panel | function 3-8
        Panel › toggle | function 4-6
    """,
    "stock.js": """
        LIMIT | variable 1-1
        weigh | function 3-5
        Shelf | class 7-15
        Shelf › of | method 12-14
        Shelf › drain | method 17-19
        open | function 21-23
        close | method 25-25
    """,
    "stock.go": """
        Limit | constant 4-4 doc 3
        first | variable 7-7
        second | variable 8-8
        Shelf | struct 12-14 doc 11
        Store | interface 16-18
        Store › Find | method 17-17
        Name | type 20-20
        Shelf › Refill | method 23-26 doc 22
        List › Len | method 28-28
        Weigh | function 30-32
        TestWeigh | function 34-38
        TestWeigh › an empty item | test 35-37
    """,
    "stock.rs": """
        LIMIT | constant 6-6 doc 5
        Shelf | struct 9-13 doc 8
        Shelf | impl 15-24
        Shelf › refill | method 17-23 doc 16
        Shelf › refill › inner | function 19-21
        Shelf | impl 26-30
        Shelf › fmt | method 27-29
        Store | trait 32-37
        Store › find | method 33-33
        Store › size | method 34-36
        Colour | enum 39-39
        shelf | macro 41-45
        tests | module 47-54
        tests › it_refills | function 50-53
    """,
    "Stock.java": """
        Stock | class 4-29 doc 3
        Stock › LIMIT | field 6-6
        Stock › size | field 8-8
        Stock › height | field 8-8
        Stock › Stock | method 10-12
        Stock › refill | method 15-18 doc 14
        Stock › refill | method 20-22
        Stock › Builder | class 24-28
        Stock › Builder › build | method 25-27
        Store | interface 31-33
        Store › find | method 32-32
        Colour | enum 35-41
        Colour › warm | method 38-40
        Pair | class 43-44
    """,
    "stock.c": """
        LIMIT | constant 3-3
        WEIGH | macro 4-5
        shelf | struct 8-10 doc 7
        colour_t | type 12-14
        kind | enum 16-16
        names | variable 18-20
        refill | function 23-27 doc 22
        width | function 30-35
        height | function 37-47
        TEST(shelf_is_empty) | function 49-51
        drain | function 53-56
    """,
    "stock.cpp": """
        shop | namespace 3-30
        shop › Shelf | class 5-15
        shop › Shelf › Shelf | method 8-8
        shop › Shelf › ~Shelf | method 9-9
        shop › Shelf › size | method 10-10
        shop › Shelf › refill | method 17-20
        shop › operator== | function 22-24
        shop › Colour | enum 26-26
        shop › Name | type 28-28
        TEST(ShelfTest,IsEmpty) | function 32-34
    """,
    "Stock.cs": """
        Shop | namespace 3-44
        Shop › Shelf | class 6-34 doc 5
        Shop › Shelf › size | field 9-9
        Shop › Shelf › Size | field 11-11
        Shop › Shelf › Shelf | method 13-16
        Shop › Shelf › Refill | method 18-26
        Shop › Shelf › Refill › Twice | function 21-24
        Shop › Shelf › Refill | method 28-28
        Shop › Shelf › operator + | method 30-33
        Shop › IStore | interface 36-39
        Shop › IStore › Find | method 38-38
        Shop › Colour | enum 41-41
        Shop › Pair | class 43-43
    """,
    "stock.rb": """
        Shop | module 1-20
        Shop › LIMIT | constant 2-2
        Shop › Shelf | class 5-19 doc 4
        Shop › Shelf › of | method 6-8
        Shop › Shelf › refill | method 10-12
        Shop › Shelf › empty | method 15-17
        Shop::Shelf | test 22-28
        Shop::Shelf › when empty | test 23-27
        Shop::Shelf › when empty › refills | test 24-26
    """,
    "stock.php": """
        Shelf | class 6-18 doc 5
        Shelf › LIMIT | constant 9-9
        Shelf › $size | field 11-11
        Shelf › refill | method 13-17
        Store | interface 20-23
        Store › find | method 22-22
        Counts | trait 25-31
        Counts › count | method 27-30
        weigh | function 33-36
    """,
    "Stock.kt": """
        LIMIT | variable 3-3
        Shelf | class 6-22 doc 5
        Shelf › height | field 8-8
        Shelf › constructor | method 10-12
        Shelf › refill | method 14-17
        Shelf › Companion | object 19-21
        Shelf › Companion › empty | method 20-20
        Store | interface 24-26
        Store › find | method 25-25
        Registry | object 28-32
        Registry › all | method 29-31
        `is empty, really` | function 34-34
    """,
    "Stock.swift": """
        limit | variable 3-3
        Shelf | class 6-17 doc 5
        Shelf › size | field 8-8
        Shelf › init | method 10-12
        Shelf › refill | method 14-16
        Shelf | extension 19-23
        Shelf › drain | method 20-22
        Box | struct 25-27
        Box › id | field 26-26
        Colour | enum 29-32
        Colour › warm | method 31-31
        Store | protocol 34-36
        Store › find | method 35-35
        weigh | function 38-40
    """,
    "stock.sh": """
        LIMIT | variable 3-3 doc 2
        refill | function 6-9 doc 5
        drain | function 11-15
    """,
    "stock.lua": """
        M | variable 1-1
        weigh | function 4-6 doc 3
        M › refill | method 8-10
        M › drain | method 12-14
        M › open | method 16-18
        handlers | variable 20-24
        handlers › close | function 21-23
    """,
    "stock.md": """
        Stock | section 1-19
        Stock › Shelves | section 5-16
        Stock › Shelves › How many | section 9-16
        Stock › Crates | section 17-19
    """,
}


def shown(found: Outline) -> str:
    lines = []
    for one in found.symbols:
        doc = f" doc {one.doc_start}" if one.doc_start != one.start else ""
        lines.append(f"{' › '.join(one.path)} | {one.kind} {one.start}-{one.end}{doc}")
    return "\n".join(lines)


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXPECTED)
def test_the_outline_of_a_sample_is_what_a_reader_sees(name: str) -> None:
    text = sample(name)
    assert shown(outline(text, language_of(name, text))) == dedent(EXPECTED[name]).strip()


@pytest.mark.parametrize("name", EXPECTED)
def test_the_name_of_every_symbol_stands_where_the_outline_says(name: str) -> None:
    text = sample(name)
    found = outline(text, language_of(name, text))
    for symbol in found.symbols:
        start, end = symbol.name_columns
        written = found.lines[symbol.name_line - 1][start:end]
        assert written in symbol.name or symbol.name in written or (symbol.name, written) in UNNAMED


#: Definitions without a name of their own are called by their place or their keyword.
UNNAMED = {("default", "function"), ("Companion", "companion")}


def test_every_language_has_a_sample() -> None:
    assert {language_of(name, sample(name)) for name in EXPECTED} == set(GRAMMARS)
