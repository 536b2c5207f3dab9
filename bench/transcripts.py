"""Measures the reading of AI chat sessions: are the turns exactly those a careful person finds in the file.

`dialogue` is the share of the expected user and assistant turns found in order (longest common subsequence), `noise`
the surplus ones, `exact` the share of files whose sequence is exactly right; `tools` the share of tool outputs found,
`meta` the share of session ids, titles and folders that are right where the format holds them. The baseline collects
every JSON object with a role and a text. Run as `python -m bench.transcripts --data DIR` (the set is
`DIR/transcripts`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from bench.figures import print_figures
from whylens.capture.transcripts.discover import within
from whylens.capture.transcripts.read import sessions
from whylens.cli.transcripts import session_json, turn_json

Row = dict[str, Any]
Reader = Callable[[Path], Row]
_META = ("session_id", "title", "cwd")


@dataclass(slots=True)
class Count:
    """What was found of what was expected, over one file or all."""

    dialogue: int = 0
    expected: int = 0
    noise: int = 0
    exact: int = 0
    files: int = 0
    tools: int = 0
    expected_tools: int = 0
    meta: int = 0
    expected_meta: int = 0

    def add(self, other: Count) -> None:
        """Sum up."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def figures(self) -> dict[str, float]:
        """The shares; none of what was not expected anywhere."""
        shares = {
            "dialogue": (self.dialogue, self.expected),
            "exact": (self.exact, self.files),
            "tools": (self.tools, self.expected_tools),
            "meta": (self.meta, self.expected_meta),
        }
        return {"noise": self.noise, **{name: part / of for name, (part, of) in shares.items() if of}}


def run(data_dir: Path) -> dict[str, Any]:
    """The figures of the product, by format and over all, and of the baseline."""
    folder = data_dir / "transcripts"
    file = folder / "expected.jsonl"
    if not file.exists():
        return {"set": "transcripts", "status": "not measured", "reason": f"{file} is absent"}
    truth = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {
        "set": "transcripts",
        "status": "measured",
        "files": len(truth),
        "results": {"whylens": score(truth, folder, read), **by_format(truth, folder)},
        "baselines": {"any role and text": score(truth, folder, any_role_and_text)},
    }


def read(file: Path) -> Row:
    """What the product reads from *file*: its last session, as `whylens transcripts --json` prints it."""
    last: Row = {"turns": []}
    for found in within(file):
        for session in sessions(found.file, found.format):
            turns = [turn_json(turn) for turn in session]
            last = {"turns": turns, **session_json(session, str(file))}
    return last


def score(truth: list[Row], folder: Path, reader: Reader) -> dict[str, float]:
    """The figures of a reader over all files."""
    total = Count()
    for each in truth:
        total.add(compare(each, reader(folder / each["path"])))
    return total.figures()


def by_format(truth: list[Row], folder: Path) -> dict[str, dict[str, float]]:
    """The product's figures for each format."""
    return {each["format"]: compare(each, read(folder / each["path"])).figures() for each in truth}


def compare(true: Row, read_: Row) -> Count:
    """What of one file was found."""
    expected, found = _dialogue(true), _dialogue(read_)
    common = _common(expected, found)
    outputs = [_plain(turn["output"]) for turn in true["turns"] if turn["role"] == "tool"]
    got = " ".join(_plain(turn.get("output")) for turn in read_["turns"] if turn["role"] == "tool")
    known = [name for name in _META if true.get(name)]
    return Count(
        dialogue=common,
        expected=len(expected),
        noise=len(found) - common,
        exact=expected == found,
        files=1,
        tools=sum(output in got for output in outputs),
        expected_tools=len(outputs),
        meta=sum(read_.get(name) == true[name] for name in known),
        expected_meta=len(known),
    )


def any_role_and_text(file: Path) -> Row:
    """The baseline: every object of a file that has a role and a text, and Markdown cut at bold speakers."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return {"turns": []}
    if file.suffix == ".md":
        speakers = re.finditer(r"(?ms)^_\*\*(User|Agent|Assistant)[^*]*\*\*_\s*(.*?)(?=^_\*\*|\Z)", text)
        turns = [
            {
                "role": "user" if each[1] == "User" else "assistant",
                "text": re.sub(r"\s---\s*$", "", each[2].strip()),
            }
            for each in speakers
        ]
        return {"turns": turns}
    turns = []
    for line in text.split("\n") if file.suffix == ".jsonl" else [text]:
        try:
            turns.extend(_with_role(json.loads(line)))
        except ValueError:
            continue
    return {"turns": turns}


def _with_role(value: object) -> Iterator[Row]:
    if isinstance(value, list):
        for each in cast("list[object]", value):
            yield from _with_role(each)
    if not isinstance(value, dict):
        return
    row = cast("Row", value)
    content = row.get("content")
    if isinstance(content, list):
        said = " ".join(each.get("text", "") for each in content if isinstance(each, dict))
    else:
        said = content if isinstance(content, str) else str(row.get("text", ""))
    if row.get("role") in ("user", "assistant") and said.strip():
        yield {"role": row["role"], "text": said}
        return
    for each in row.values():
        yield from _with_role(each)


def _dialogue(session: Row) -> list[tuple[str, str]]:
    return [(turn["role"], _plain(turn.get("text"))) for turn in session["turns"] if turn["role"] != "tool"]


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())


def _common(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> int:
    """The length of the longest common subsequence."""
    best = [0] * (len(other) + 1)
    for left in one:
        before = best.copy()
        for place, right in enumerate(other):
            best[place + 1] = before[place] + 1 if left == right else max(before[place + 1], best[place])
    return best[-1]


if __name__ == "__main__":
    raise SystemExit(print_figures("transcripts", __doc__, run))
