"""Writes what can be derived from the code: docs/settings.md. `--check` only says whether it is up to date.

python scripts/generate_docs.py [--check]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SETTINGS = ROOT / "docs" / "settings.md"

HEAD = """\
# Settings

<!-- Written by scripts/generate_docs.py from server/whylens/model/options.py. Do not edit. -->

All settings stand under `whylens` in the settings of your editor.
A client of another editor answers `workspace/configuration` for the section `whylens` with the same names, nested:
`{"mode": "full", "codeLens": "all", "hover": {"enabled": true}}`.
Where the client cannot be asked, the server reads them from `initializationOptions`.

What cannot be read counts as its default and is named in the status, except for what you agree to:
when `whylens.enabled` or `whylens.mode` cannot be read, or the workspace is not trusted, Whylens is off.
A source of capture whose setting cannot be read is off, too.
"""


def leaves() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every setting by its full name, with its JSON schema (`type`, `default`, `enum`, `description`, bounds)."""
    from whylens.model.options import Options

    schema = Options.model_json_schema(by_alias=True)
    yield from _leaves("whylens", schema, schema.get("$defs", {}))


def _leaves(
    prefix: str, schema: dict[str, Any], sections: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, each in schema["properties"].items():
        section = next((found["$ref"] for found in (each, *each.get("allOf", ())) if "$ref" in found), None)
        if section:
            yield from _leaves(f"{prefix}.{name}", sections[section.rpartition("/")[2]], sections)
        else:
            yield f"{prefix}.{name}", each


def settings_page() -> str:
    """The whole page."""
    return HEAD + "".join(_entry(name, schema) for name, schema in leaves())


def _entry(name: str, schema: dict[str, Any]) -> str:
    lines = [f"\n## `{name}`\n", f"Default: {_shown(schema['default'])}  ", f"Values: {_values(schema)}\n"]
    return "\n".join((*lines, *_sentences(schema["description"]))) + "\n"


def _values(schema: dict[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(map(_shown, schema["enum"]))
    if "minimum" in schema:
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    return {"boolean": "`true`, `false`", "string": "a text", "array": "a list of texts"}[schema["type"]]


def _shown(value: Any) -> str:
    if value in ("", []):
        return "empty"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _sentences(text: str) -> list[str]:
    """One sentence a line."""
    return text.replace(". ", ".\n").split("\n")


def main() -> int:
    """Write the pages, or compare them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 when a page is out of date"
    )
    page = settings_page()
    if parser.parse_args().check:
        fresh = SETTINGS.is_file() and SETTINGS.read_text(encoding="utf-8") == page
        print(
            "docs/settings.md is up to date"
            if fresh
            else "docs/settings.md is out of date: run scripts/generate_docs.py"
        )
        return 0 if fresh else 1
    SETTINGS.write_text(page, encoding="utf-8", newline="\n")
    print(f"wrote {SETTINGS.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
