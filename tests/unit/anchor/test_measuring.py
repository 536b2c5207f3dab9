"""The measurement itself: what counts as right, on a made-up window."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from bench.anchors import run

OLD = "def weigh(item):\n    total = item.weight * 3\n    return total\n\n\n"
OLD += "def label(item):\n    return item.words.join(3)\n"
NEW = "import os\nimport re\n\ndef weigh(item):\n    total = item.weight * 3\n    log(total)\n    return total\n"


def item(name: str, start: int, end: int, truth: dict[str, Any], **more: Any) -> dict[str, Any]:
    place = {"path": "a.py", "name": name, "start": start, "end": end}
    return {"id": name, "lang": "Python", "window": "w", "change": "made up", "a": place, "b": truth, **more}


def test_data_that_is_absent_is_not_measured(tmp_path: Path) -> None:
    assert run(tmp_path)["status"] == "not measured"


def test_places_losses_and_lines_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "anchors"
    folder.mkdir()
    weigh = {"status": "present", "path": "a.py", "doc_start": 4, "start": 4, "end": 7, "name_line": 4}
    items = [
        item("weigh", 1, 3, weigh, probe={"a_line": 3, "b_line": 7}),
        item("label", 6, 7, {"status": "deleted"}),
    ]
    window = {"window": "w", "files_a": {"a.py": "old"}, "files_b": {"a.py": "new"}}
    (folder / "items.jsonl").write_text("\n".join(map(json.dumps, items)), encoding="utf-8")
    (folder / "windows.jsonl").write_text(json.dumps(window), encoding="utf-8")
    with gzip.open(folder / "blobs.jsonl.gz", "wt", encoding="utf-8") as texts:
        for blob, text in (("old", OLD), ("new", NEW)):
            texts.write(json.dumps({"blob": blob, "text": text}) + "\n")
    results = run(tmp_path)["results"]
    assert results["whylens"]["exact location"] == results["whylens"]["probe lines"] == 1.0
    assert results["same line"]["exact location"] == 0.0
    assert results["same line"]["shown at a wrong place"] == 1.0
    assert results["same name"]["exact location"] == 1.0
