# ruff: noqa: E501
"""Manifests, CI configuration and READMEs → facts: purpose, versions required, entry points, how to test and build."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple, cast

from whylens.extract.phrasing import SHORTEST, clipped, plain
from whylens.extract.sentences import Layout, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

#: A manifest deeper than this many folders belongs to an example or a fixture, not to a module of the project.
DEEPEST = 2


class Fact(NamedTuple):
    """One fact of a manifest; `quote` is found in the text as evidence (its first occurrence after `after`)."""

    rule: str
    summary: str
    quote: str
    importance: float = 0.4
    kind: Kind = Kind.FACT


def is_manifest_path(path: str) -> bool:
    """Whether a repo-relative path is a manifest, CI configuration or README this module reads."""
    return _reader(path) is not None


def extract_manifest(path: str, text: str) -> list[CardDraft]:
    """The facts one file states. A file that cannot be parsed yields nothing."""
    reader = _reader(path)
    if reader is None:
        return []
    try:
        facts = list(reader(path, text))
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
    ):  # half-written manifests are common while editing
        return []
    return [
        _draft(path, text, fact) for fact in facts if fact.quote in text and len(fact.summary) >= SHORTEST
    ]


def _draft(path: str, text: str, fact: Fact) -> CardDraft:
    start = text.index(fact.quote)
    return CardDraft(
        kind=fact.kind,
        summary=clipped(fact.summary),
        evidence=fact.quote,
        span=(start, start + len(fact.quote)),
        basis=Basis.MANIFEST,
        importance=fact.importance,
        files=(path,),
        line=text.count("\n", 0, start) + 1,
        rule=f"manifest-{fact.rule}",
    )


# --- one reader per format -----------------------------------------------------------------------------------------


def _package_json(path: str, text: str) -> Iterator[Fact]:
    table = cast("Table", json.loads(text))
    name = str(table.get("name") or _folder(path))
    if table.get("description"):
        yield _purpose(name, str(table["description"]))
    for engine, wanted in _table(table, "engines").items():
        yield Fact(
            "requires",
            f"{name} requires {_ENGINES.get(engine, engine)} {wanted}.",
            str(wanted),
            0.5,
            Kind.CONSTRAINT,
        )
    for script, command in _table(table, "scripts").items():
        if script in _TASKS and isinstance(command, str) and "no test specified" not in command:
            yield Fact(
                "task", f"`npm run {script}` {_TASKS[script]} {name}: `{command}`.", _json_text(command)
            )
    entry = table.get("main") or table.get("module")
    if isinstance(entry, str):
        yield Fact("entry", f"The entry point of the package {name} is `{entry}`.", entry, 0.3)
    for command, file in _table(table, "bin").items():
        yield Fact("entry", f"The command `{command}` starts `{file}`.", str(file), 0.4)


def _pyproject(path: str, text: str) -> Iterator[Fact]:
    table = tomllib.loads(text)
    project = _table(table, "project") or _table(_table(table, "tool"), "poetry")
    name = str(project.get("name") or _folder(path))
    if project.get("description"):
        yield _purpose(name, str(project["description"]))
    if project.get("requires-python"):
        wanted = str(project["requires-python"])
        yield Fact("requires", f"{name} requires Python {wanted}.", wanted, 0.5, Kind.CONSTRAINT)
    for command, target in _table(project, "scripts").items():
        yield Fact("entry", f"The command `{command}` starts `{target}`.", str(target))
    dependencies = _names(project.get("dependencies"))
    if dependencies:
        yield Fact("stack", f"{name} is built on {', '.join(dependencies[:8])}.", dependencies[0])
    backend = _table(table, "build-system").get("build-backend")
    if isinstance(backend, str):
        yield Fact("build", f"{name} is built with {backend}.", backend, 0.3)
    if "pytest" in _table(table, "tool"):
        yield Fact("task", f"The tests of {name} run with pytest.", "[tool.pytest")


def _cargo(path: str, text: str) -> Iterator[Fact]:
    table = tomllib.loads(text)
    package = _table(table, "package")
    name = str(package.get("name") or _folder(path))
    if isinstance(package.get("description"), str):
        yield _purpose(name, package["description"])
    shared = _table(_table(table, "workspace"), "package")
    for key, label in (("rust-version", "Rust"), ("edition", "Rust edition")):
        wanted = package.get(key) or shared.get(key)
        if isinstance(wanted, str):
            yield Fact("requires", f"{name} requires {label} {wanted}.", wanted, 0.4, Kind.CONSTRAINT)
    members = _table(table, "workspace").get("members")
    if isinstance(members, list) and members:
        rows = [str(member) for member in cast("list[object]", members)]
        yield Fact("layout", f"The Cargo workspace is made of {', '.join(rows[:8])}.", rows[0])


def _go_mod(_path: str, text: str) -> Iterator[Fact]:
    module = re.search(r"^module (\S+)", text, re.MULTILINE)
    version = re.search(r"^go (\d[\d.]*)", text, re.MULTILINE)
    if module and version:
        yield Fact(
            "requires",
            f"The Go module {module[1]} requires Go {version[1]}.",
            version[0],
            0.4,
            Kind.CONSTRAINT,
        )
    direct = [
        name
        for name, note in re.findall(r"^\s+(\S+) v\S+(.*)$", text, re.MULTILINE)
        if "indirect" not in note
    ]
    if module and direct:
        yield Fact("stack", f"{module[1]} is built on {', '.join(direct[:6])}.", direct[0])


def _pom(_path: str, text: str) -> Iterator[Fact]:
    own = re.sub(r"<(parent|dependencies|build)>.*?</\1>", "", text, flags=re.DOTALL)
    name = re.search(r"<artifactId>([^<]+)</artifactId>", own)
    purpose = re.search(r"<description>\s*([^<]{10,}?)\s*</description>", own)
    java = re.search(r"<(?:maven\.compiler\.(?:release|target|source)|java\.version)>([\d.]+)<", text)
    if name and purpose:
        yield _purpose(name[1], purpose[1])
    if name and java:
        yield Fact("requires", f"{name[1]} is compiled for Java {java[1]}.", java[0], 0.4, Kind.CONSTRAINT)


def _makefile(path: str, text: str) -> Iterator[Fact]:
    folder = _folder(path)
    where = f" in {folder}" if "/" in path else ""
    for found in re.finditer(
        r"^(?P<target>[\w-]+)\s*:(?!=)[^\n]*\n(?P<recipe>(?:\t[^\n]*\n?)+)", text, re.MULTILINE
    ):
        commands = [line.strip().lstrip("@-") for line in found["recipe"].splitlines()]
        commands = [line for line in commands if line and not line.startswith(("echo", "#", "printf"))]
        if found["target"] in _TASKS and commands:
            summary = f"`make {found['target']}`{where} {_TASKS[found['target']]} the project: `{commands[0][:100]}`."
            yield Fact("task", summary, found["recipe"].strip())


def _ci(path: str, text: str) -> Iterator[Fact]:
    seen: set[str] = set()
    for found in re.finditer(
        r"^\s*(?:-\s*)?(?:run|script)\s*:\s*(?![|>])(?P<command>\S.*)$|^\s{4,}(?:-\s+)?(?P<line>\S.*)$",
        text,
        re.MULTILINE,
    ):
        command = (found["command"] or found["line"]).strip().strip("\"'")
        if _TEST_COMMAND.match(command) and command not in seen and len(command) < 120 and len(seen) < 3:
            seen.add(command)
            yield Fact("ci", f"CI ({PurePosixPath(path).name}) runs `{command}`.", command, 0.3)


def _readme(path: str, text: str) -> Iterator[Fact]:
    title = re.search(r"^#\s+(.+)$|^(\S.*)\n=+$", text, re.MULTILINE)
    name = plain((title[1] or title[2]) if title else "") or _folder(path)
    for sentence in split(text[:6000], Layout.DOCUMENT):
        said = plain(re.sub(r"!\[[^\]]*\]\([^)]*\)|<[^>]+>", "", sentence.text))
        if (
            len(said.split()) < 5
            or sentence.item
            or "![" in sentence.text
            or said.endswith((":", "?"))
            or "http" in said
        ):
            continue
        quote = text[sentence.start : sentence.end]
        known = name.lower().split(" ")[0] in said.lower()
        yield Fact("purpose", said if known else f"{name}: {said}", quote, 0.5)
        return


# --- their shared vocabulary ------------------------------------------------------------------------------------------

Table = dict[str, Any]
_TASKS = {
    "test": "tests",
    "tests": "tests",
    "check": "checks",
    "lint": "lints",
    "build": "builds",
    "typecheck": "checks the types of",
    "format": "formats",
    "bench": "benchmarks",
}
_ENGINES = {"node": "Node.js", "npm": "npm", "pnpm": "pnpm", "yarn": "Yarn", "vscode": "VS Code"}
_TEST_COMMAND = re.compile(
    r"(?:(?:pnpm|npm|yarn|npx|poetry|pipenv|hatch|uv|make|go|cargo|mvn|\./mvnw|\./gradlew|gradle|dotnet|bundle exec|python3? -m) (?:run )?)?(?:-\S+ )*(?:test\b|tests\b|pytest|tox|nox|nextest|vitest|jest|verify|check\b|lint\b|clippy|rspec)"
)
_READERS: dict[str, Callable[[str, str], Iterator[Fact]]] = {
    "package.json": _package_json,
    "pyproject.toml": _pyproject,
    "cargo.toml": _cargo,
    "go.mod": _go_mod,
    "pom.xml": _pom,
    "makefile": _makefile,
    "readme.md": _readme,
    "readme.rst": _readme,
    "readme": _readme,
}
_CI_PATH = re.compile(
    r"^(?:\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci/config\.yml|azure-pipelines\.yml|\.travis\.yml)$"
)
_ELSEWHERE = re.compile(
    r"(?:^|/)(?:examples?|playground|samples?|demos?|tests?|testing|fixtures|testdata|templates?|vendor|node_modules|third_party|deps|docs?)/",
    re.IGNORECASE,
)


def _reader(path: str) -> Callable[[str, str], Iterator[Fact]] | None:
    if _CI_PATH.match(path):
        return _ci
    if path.count("/") > DEEPEST or _ELSEWHERE.search(path):
        return None
    return _READERS.get(PurePosixPath(path).name.lower())


def _purpose(name: str, words: str) -> Fact:
    said = " ".join(words.split()).rstrip(".")
    return Fact("purpose", f"{name}: {said}.", words, 0.5)


def _folder(path: str) -> str:
    return PurePosixPath(path).parent.name or "the project"


def _table(table: Table, key: str) -> Table:
    value = table.get(key)
    return cast("Table", value) if isinstance(value, dict) else {}


def _json_text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


def _names(requirements: object) -> list[str]:
    rows = cast("list[object]", requirements) if isinstance(requirements, list) else []
    return [re.split(r"[\s<>=!~;\[(]", str(row), maxsplit=1)[0] for row in rows]
