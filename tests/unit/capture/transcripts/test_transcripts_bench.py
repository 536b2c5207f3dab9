"""The bench measures what it says it measures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.transcripts import compare, run
from tests.unit.capture.transcripts import made_up
from whylens.capture.transcripts.session import Format


def expected(path: Path, folder: Path, format: Format) -> dict[str, Any]:
    turns: list[dict[str, Any]] = [
        {"role": role, "name": first, "output": output} if role == "tool" else {"role": role, "text": first}
        for role, first, _, output in made_up.CONVERSATION
    ]
    return {
        "format": format.value,
        "path": path.relative_to(folder).as_posix(),
        "cwd": made_up.CWD,
        "turns": turns,
    }


def test_a_set_is_measured_by_format_and_over_all_beside_the_baseline(tmp_path: Path) -> None:
    folder = tmp_path / "transcripts"
    formats = (Format.CLAUDE_CODE, Format.CURSOR_CLI, Format.COPILOT_LOG)
    rows = [expected(made_up.write(folder, each), folder, each) for each in formats]
    (folder / "expected.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = run(tmp_path)
    assert report["status"] == "measured"
    perfect = {"noise": 0, "dialogue": 1.0, "exact": 1.0, "tools": 1.0, "meta": 1.0}
    assert report["results"] == dict.fromkeys(("whylens", *(each.value for each in formats)), perfect)
    assert report["baselines"]["any role and text"]["exact"] < 0.5


def test_an_absent_set_is_not_measured(tmp_path: Path) -> None:
    assert run(tmp_path)["status"] == "not measured"


def test_surplus_missing_and_changed_turns_are_counted() -> None:
    def said(*texts: str) -> dict[str, Any]:
        return {"turns": [{"role": "user", "text": each} for each in texts]}

    count = compare(said("a", "b  c", "d"), said("a", "x", "b c"))
    assert (count.dialogue, count.expected, count.noise, count.exact) == (2, 3, 1, 0)
