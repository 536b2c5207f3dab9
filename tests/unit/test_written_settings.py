"""The settings are written in three places: the model, the page, and the extension's manifest. They agree."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scripts.generate_docs import ROOT, SETTINGS, leaves, settings_page
from whylens.model.settings import Source

LEAVES = dict(leaves())
MANIFEST: dict[str, Any] = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
CONTRIBUTED: dict[str, Any] = MANIFEST["contributes"]["configuration"]["properties"]


def test_the_page_is_up_to_date() -> None:
    assert SETTINGS.read_text(encoding="utf-8") == settings_page(), "run scripts/generate_docs.py"


def test_the_manifest_offers_every_setting_and_no_other() -> None:
    assert set(CONTRIBUTED) == set(LEAVES)


@pytest.mark.parametrize("name", LEAVES)
def test_the_manifest_and_the_model_agree(name: str) -> None:
    ours, theirs = LEAVES[name], CONTRIBUTED[name]
    types = {"integer": ("integer", "number")}.get(ours["type"], (ours["type"],))
    assert theirs["type"] in types
    assert theirs["default"] == ours["default"]
    for bound in ("enum", "minimum", "maximum"):
        assert theirs.get(bound) == ours.get(bound)
    assert theirs.get("markdownDescription") or theirs.get("description")


@pytest.mark.parametrize("source", Source)
def test_each_source_of_capture_has_a_setting_and_its_line_in_the_page(source: Source) -> None:
    assert f"whylens.capture.{source.value}" in LEAVES
    page = (ROOT / "docs" / "capture.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert any(f"`whylens.capture.{source.value}`" in line.rpartition(" | ")[2] for line in rows)


@pytest.mark.parametrize("name", LEAVES)
def test_every_setting_is_described_in_full_sentences(name: str) -> None:
    assert LEAVES[name]["description"].endswith(".")


ASSIST = [name for name in LEAVES if name.startswith("whylens.assist.")]


@pytest.mark.parametrize("name", ASSIST)
def test_no_repository_can_say_anything_about_language_models(name: str) -> None:
    """An editor takes settings of this scope from the user alone, whatever lies in a workspace."""
    assert CONTRIBUTED[name]["scope"] == "application"
