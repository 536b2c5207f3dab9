"""C that the preprocessor cuts in half still shows its functions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whylens.anchor.preprocess import readable
from whylens.anchor.symbols import outline

AFTER = "\nint after(void)\n{\n  return 2;\n}\n"


@pytest.mark.parametrize(
    "broken",
    [
        "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  return 1;\n}\n",
        "int f(void)\n{\n#ifdef A\n  if(a) {\n#else\n  if(b) {\n#endif\n    g();\n  }\n  return 1;\n}\n",
        "int f(void)\n{\n#ifdef A\n  if(a) {\n#endif\n    g();\n#ifdef A\n  }\n#endif\n  return 1;\n}\n",
        "int f(void)\n{\n  int r;\n#ifdef A\n  r =\n#endif\n    g(1);\n  return r;\n}\n",
        "int f(int a)\n{\n  if(a\n#ifdef A\n     || b\n#endif\n    ) {\n    g();\n  }\n  return 1;\n}\n",
        "int f(int a)\n{\n#if defined(A) && \\\n  (defined(B) || \\\n   defined(C))\n  if(a)\n#else\n  if(!a)\n"
        "#endif\n  {\n    g();\n  }\n  return 1;\n}\n",
    ],
)
def test_a_function_cut_by_a_conditional_and_the_one_after_it_are_found(broken: str) -> None:
    assert [one.path for one in outline(broken + AFTER, "c").symbols] == [("f",), ("after",)]


def test_whole_branches_keep_their_symbols() -> None:
    text = "#if A && \\\n    (B || \\\n     C)\nint f(void)\n{\n  return 1;\n}\n"
    text += "#elif D\nint g(void)\n{\n  return 2;\n}\n#endif\n"
    assert [one.path for one in outline(text + AFTER, "c").symbols] == [("f",), ("g",), ("after",)]
    assert readable(text.encode()) == text.encode()


def test_brackets_in_strings_and_comments_do_not_count() -> None:
    text = b"#ifdef A\nchar *f = \"(\"; /* { isn't */\n#endif\nint g = '{'; // (\n"
    assert readable(text) == text


@given(
    st.lists(
        st.sampled_from(
            ["#if A", "#else", "#elif B", "#endif", "f(", ");", "{", "}", "x;", "// {", "/*", "*/", '"', "\\"]
        ),
        max_size=25,
    )
)
def test_every_line_keeps_its_place_and_length(lines: list[str]) -> None:
    source = "\n".join(lines).encode()
    shown = readable(source)
    assert [len(line) for line in shown.split(b"\n")] == [len(line) for line in source.split(b"\n")]
