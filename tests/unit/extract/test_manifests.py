"""Manifests: purpose, versions, entry points, and how to test and build, as facts."""

import json

import pytest

from whylens.extract.manifests import extract_manifest, is_manifest_path
from whylens.model.words import Basis, Kind

MANIFESTS = {
    "package.json": json.dumps(
        {
            "name": "shop",
            "description": "A small shop that runs in the browser",
            "engines": {"node": ">=20"},
            "scripts": {"test": "vitest run", "postinstall": "true"},
            "bin": {"shop": "bin/shop.js"},
        }
    ),
    "pyproject.toml": (
        '[project]\nname = "shop"\ndescription = "A small shop"\nrequires-python = ">=3.11"\n'
        'dependencies = ["pygls>=2", "rich"]\n[project.scripts]\nshop = "shop.main:run"\n[tool.pytest.ini_options]\n'
    ),
    "Cargo.toml": '[package]\nname = "shop"\ndescription = "A small shop for books in Rust"\nrust-version = "1.80"\n',
    "go.mod": (
        "module example.com/shop\n\ngo 1.23\n\n"
        "require (\n\tgithub.com/a/b v1.2.3\n\tgithub.com/c/d v1.0.0 // indirect\n)\n"
    ),
    "pom.xml": (
        "<project><artifactId>shop</artifactId><description>A small shop for books in Java</description>"
        "<properties><java.version>21</java.version></properties></project>"
    ),
    "Makefile": "test: build\n\t@echo go\n\t./run-tests --all\n\nfoo:\n\ttrue\n",
    ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n      - run: npm ci\n      - run: npm run test-unit\n",
    "README.md": "# Shop\n\n![badge](x)\n\nVisit example.com.\n\nShop is a small store that runs in the browser.\n",
}
EXPECTED = {
    "package.json": [
        "shop: A small shop that runs in the browser.",
        "shop requires Node.js >=20.",
        "`npm run test` tests shop: `vitest run`.",
        "The commands of shop start here: `shop` in `bin/shop.js`.",
    ],
    "pyproject.toml": [
        "shop requires Python >=3.11.",
        "The commands of shop start here: `shop` in `shop.main:run`.",
        "shop is built on pygls, rich.",
        "The tests of shop run with pytest.",
    ],
    "Cargo.toml": ["shop: A small shop for books in Rust.", "shop requires Rust 1.80."],
    "go.mod": [
        "The Go module example.com/shop requires Go 1.23.",
        "example.com/shop is built on b.",
    ],
    "pom.xml": ["shop: A small shop for books in Java.", "shop is compiled for Java 21."],
    "Makefile": ["`make test` tests the project: `./run-tests --all`."],
    ".github/workflows/ci.yml": ["CI (ci.yml) tests the project with `npm run test-unit`."],
    "README.md": ["Shop is a small store that runs in the browser."],
}


@pytest.mark.parametrize("path", MANIFESTS)
def test_the_facts_of_each_format_are_found(path: str) -> None:
    text = MANIFESTS[path]
    drafts = extract_manifest(path, text)
    assert [draft.summary for draft in drafts if len(draft.summary) >= 25] == [
        fact for fact in EXPECTED[path] if len(fact) >= 25
    ]
    assert all(text[slice(*draft.span)] == draft.evidence for draft in drafts)
    assert {draft.basis for draft in drafts} == {Basis.MANIFEST}


def test_a_required_version_is_a_constraint() -> None:
    (draft,) = [one for one in extract_manifest("go.mod", MANIFESTS["go.mod"]) if "requires" in one.summary]
    assert draft.kind is Kind.CONSTRAINT


@pytest.mark.parametrize("path", ["package.json", "pyproject.toml", "Cargo.toml"])
def test_a_broken_manifest_yields_nothing(path: str) -> None:
    assert extract_manifest(path, "{ this is = not [ valid") == []


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("package.json", True),
        ("packages/web/package.json", True),
        ("examples/one/package.json", False),
        ("a/b/c/d/package.json", False),
        ("src/app.json", False),
        (".gitlab-ci.yml", True),
    ],
)
def test_manifests_are_known_by_their_path(path: str, expected: bool) -> None:
    assert is_manifest_path(path) is expected


def test_what_a_workspace_requires_is_said_once_at_its_root() -> None:
    assert extract_manifest("go.mod", MANIFESTS["go.mod"])
    assert extract_manifest("client/go.mod", MANIFESTS["go.mod"]) == []
