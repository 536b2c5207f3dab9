"""Strategies for made-up sources and for edits to them."""

from __future__ import annotations

from hypothesis import strategies as st

WORDS = ("shelf", "crate", "label", "weight", "owner", "price", "stock", "order", "parcel", "route")


@st.composite
def functions(draw: st.DrawFn, name: str) -> str:
    """A Python function of a few statements, one of which no other function has."""
    count = draw(st.integers(2, 6))
    lines = [f"def {name}({draw(st.sampled_from(WORDS))}, count={draw(st.integers(0, 9))}):"]
    for _ in range(count):
        left, right, number = draw(
            st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS), st.integers(0, 10**6))
        )
        lines.append(f"    {left}_{number} = compute_{right}({number}, {left!r})")
    lines.append(f"    return {draw(st.integers(0, 10**9))}")
    lines.insert(draw(st.integers(1, len(lines) - 1)), f"    note_of_{name}()")
    return "\n".join(lines) + "\n"


@st.composite
def modules(draw: st.DrawFn) -> list[str]:
    """The functions of a Python module, each with its own name."""
    names = draw(
        st.lists(
            st.sampled_from([f"{a}_{b}" for a in WORDS for b in WORDS]), min_size=2, max_size=8, unique=True
        )
    )
    return [draw(functions(name)) for name in names]


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """`text` with one span replaced by something a person or a paste might put there."""
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.sampled_from((0, 0, 0, 1, 3, 20, 200))))
    lines = text.split("\n")
    piece = draw(
        st.one_of(
            st.sampled_from(
                ("", "x", "\n", " ", "(", ")", "{", "}", '"', "'", "/*", "*/", "//", "#", ";", "é", "…\n")
            ),
            st.integers(0, len(lines) - 1).flatmap(
                lambda first: st.integers(1, 6).map(
                    lambda size: "\n".join(lines[first : first + size]) + "\n"
                )
            ),
        )
    )
    return text[:start] + piece + text[end:]
