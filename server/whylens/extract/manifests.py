"""Manifests, CI configuration and READMEs → facts: purpose, versions required, entry points, how to test and build."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Any, NamedTuple, cast

from whylens.extract.phrasing import SHORTEST, clipped, dangles, leans, plain
from whylens.extract.sentences import Layout, split
from whylens.model.card import CardDraft
from whylens.model.words import Basis, Kind

#: A manifest deeper than this many folders belongs to an example or a fixture, not to a module of the project.
DEEPEST = 2
_NAMELESS = "the project"
MOST_CI_COMMANDS = 2
#: Of a longer list the first few names would say little about what matters.
MOST_DEPENDENCIES = 12
#: A package with more commands than this is described by its first ones.
MOST_COMMANDS = 4


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
    if (
        "/" in path
    ):  # how a workspace is built and tested is said once, at its root; of its parts, what they are for
        facts = [fact for fact in facts if fact.rule in _OF_EACH_PART and _says_enough(fact)]
    return [
        _draft(path, text, fact) for fact in facts if fact.quote in text and len(fact.summary) >= SHORTEST
    ]


_OF_EACH_PART = frozenset({"purpose", "ci"})
#: A part whose purpose is said in fewer words is explained by its name.
SHORTEST_OF_PART = 12


def _says_enough(fact: Fact) -> bool:
    return fact.rule != "purpose" or (
        len(fact.summary.split()) >= SHORTEST_OF_PART and not leans(fact.summary)
    )


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
        yield from _purpose(name, str(table["description"]))
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
    yield from _commands(name, _table(table, "bin"))


def _pyproject(path: str, text: str) -> Iterator[Fact]:
    table = tomllib.loads(text)
    project = _table(table, "project") or _table(_table(table, "tool"), "poetry")
    name = str(project.get("name") or _folder(path))
    if project.get("description"):
        yield from _purpose(name, str(project["description"]))
    if project.get("requires-python"):
        wanted = str(project["requires-python"])
        yield Fact("requires", f"{name} requires Python {wanted}.", wanted, 0.5, Kind.CONSTRAINT)
    yield from _commands(name, _table(project, "scripts"))
    dependencies = _names(project.get("dependencies"))  # what is asked for everywhere
    if 0 < len(dependencies) <= MOST_DEPENDENCIES:
        yield Fact("stack", f"{name} is built on {', '.join(dependencies)}.", dependencies[0])
    if "pytest" in _table(table, "tool") and name != "pytest":
        yield Fact("task", f"The tests of {name} run with pytest.", "[tool.pytest")


def _commands(name: str, table: Table) -> Iterator[Fact]:
    """Where the commands of a package begin, in one sentence."""
    rows = [(command, str(target)) for command, target in table.items()][:MOST_COMMANDS]
    if rows:
        told = ", ".join(f"`{command}` in `{target}`" for command, target in rows)
        yield Fact("entry", f"The commands of {name} start here: {told}.", rows[0][1])


def _cargo(path: str, text: str) -> Iterator[Fact]:
    table = tomllib.loads(text)
    package = _table(table, "package")
    name = str(package.get("name") or _folder(path))
    if isinstance(package.get("description"), str):
        yield from _purpose(name, package["description"])
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
        for name, note in re.findall(r"^[ \t]+(\S+) v\S+(.*)$", text, re.MULTILINE)
        if "indirect" not in note
    ]
    if module and 0 < len(direct) <= MOST_DEPENDENCIES:
        yield Fact("stack", f"{module[1]} is built on {', '.join(map(_module_name, direct))}.", direct[0])


def _module_name(module: str) -> str:
    """The last part of a Go module path that is no version: what its users call it."""
    parts = [part for part in module.split("/") if not re.fullmatch(r"v\d+", part)]
    return parts[-1] if parts else module


def _pom(_path: str, text: str) -> Iterator[Fact]:
    own = re.sub(r"<(parent|dependencies|build)>.*?</\1>", "", text, flags=re.DOTALL)
    name = re.search(r"<artifactId>([^<]+)</artifactId>", own)
    purpose = re.search(r"<description>\s*([^<]{10,}?)\s*</description>", own)
    java = re.search(r"<(?:maven\.compiler\.(?:release|target|source)|java\.version)>([\d.]+)<", text)
    if name and purpose:
        yield from _purpose(name[1], purpose[1])
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
    """How CI tests the project: the plain test commands of a workflow, in one sentence."""
    name = PurePosixPath(path).name
    if _NOT_TESTING.search(name):
        return
    seen: list[str] = []
    for found in _CI_COMMAND.finditer(text):
        command = re.sub(r"\s+#.*$", "", found["command"]).strip().strip("\"'")
        plain_command = _TEST_COMMAND.match(command) and len(command) < 60 and not command.endswith(":")
        if plain_command and "$" not in command and command not in seen and len(seen) < MOST_CI_COMMANDS:
            seen.append(command)
    if seen:
        told = ", ".join(f"`{command}`" for command in seen)
        yield Fact("ci", f"CI ({name}) tests the project with {told}.", seen[0], 0.3)


def _readme(path: str, text: str) -> Iterator[Fact]:
    """The first sentence that says what the project is, among the first few."""
    text = text[:6000]
    title = re.search(r"^#\s+(.+)$|^(\S.*)\n=+$", text, re.MULTILINE)
    name = plain(_MARKUP.sub("", (title[1] or title[2]) if title else "")).strip() or _folder(path)
    prose = [sentence for sentence in split(text, Layout.DOCUMENT) if not sentence.item][:4]
    for sentence in prose:
        said = plain(_MARKUP.sub("", sentence.text))
        if len(said.split()) < 5 or not _SAYS_WHAT.search(said) or _SAYS_ELSE.search(said):
            continue
        if dangles(said) and not _THIS_PROJECT.match(said):
            continue
        known = name == _NAMELESS or name.lower().split(" ")[0] in said.lower()
        if "/" in path and not (known or _THIS_PROJECT.match(said)):
            continue
        yield Fact("purpose", said if known else f"{name}: {said}", text[sentence.start : sentence.end], 0.5)
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
    r"(?:(?:pnpm|npm|yarn|npx|bun|poetry run|pipenv run|hatch run|uv run|make|just|go|cargo|mvn|\./mvnw"
    r"|\./gradlew|gradle"
    r"|dotnet|bundle exec|python3? -m) )(?:\S+ ){0,2}(?:run )?(?:-\S+ )*"
    r"(?:test\S*|tests|pytest|tox|nox|nextest|vitest|jest|verify|check|lint\S*|clippy|rspec)\b|(?:pytest"
    r"|tox|nox|ctest|phpunit|rspec)\b(?!.*release)"
)
_THIS_PROJECT = re.compile(
    r"(?i)this (?:directory|folder|repository|repo|package|project|library|module|crate|tool|plugin|extension)\b"
)
_CI_COMMAND = re.compile(
    r"^[ \t]*(?:-[ \t]*)?(?:(?:run|script)[ \t]*:[ \t]*)?(?![|>#])(?P<command>[A-Za-z.].*)$", re.MULTILINE
)
_NOT_TESTING = re.compile(
    r"(?i)release|publish|deploy|update|docs?\b|link|label|stale|fuzz|bench|prepare|sync|docker|image"
)
_MARKUP = re.compile(r"!\[[^\]]*\]\([^)]*\)|!\[[^\]]*\](?:\[[^\]]*\])?|<[^>]+>")
_SAYS_WHAT = re.compile(
    r"\b(?:is|are|provides?|contains?|implements?|makes?|allows?|lets?|collects?|helps?|offers?|enables?|supports?)\b"
)
_SAYS_ELSE = re.compile(
    r"(?i)^(?:in|if|when|visit|see|to|for|please|note|you|\[!\w+\])(?!\w)|\bthis readme\b|\bwork in progress\b"
    r"|\\\\|can be found|also contains|^this is not\b|https?://|requires\b|[:?]$"
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
    r"^(?:\.github/workflows/[^/]+\.ya?ml|\.gitlab-ci\.yml|\.circleci/config\.yml|azure-pipelines\.yml"
    r"|\.travis\.yml)$"
)
_ELSEWHERE = re.compile(
    r"(?:^|/)(?:\.github|hack|changelog|contrib|examples?|playground|samples?|demos?|tests?|testing|fixtures"
    r"|testdata|templates?|vendor|node_modules|third_party|deps|docs?)/",
    re.IGNORECASE,
)


def _reader(path: str) -> Callable[[str, str], Iterator[Fact]] | None:
    if _CI_PATH.match(path):
        return _ci
    if path.count("/") > DEEPEST or _ELSEWHERE.search(path):
        return None
    return _READERS.get(PurePosixPath(path).name.lower())


#: Words below which a description is a slogan.
SHORTEST_PURPOSE = 6


def _purpose(name: str, words: str) -> Iterator[Fact]:
    said = " ".join(words.split()).rstrip(".")
    if len(said.split()) < SHORTEST_PURPOSE:  # a slogan
        return
    opening = "" if said.lower().startswith(name.lower()) else f"{name}: "
    yield Fact("purpose", f"{opening}{said}.", words, 0.5)


def _folder(path: str) -> str:
    return PurePosixPath(path).parent.name or _NAMELESS


def _table(table: Table, key: str) -> Table:
    value = table.get(key)
    return cast("Table", value) if isinstance(value, dict) else {}


def _json_text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


def _names(requirements: object) -> list[str]:
    rows = cast("list[object]", requirements) if isinstance(requirements, list) else []
    return [re.split(r"[\s<>=!~\[(]", str(row), maxsplit=1)[0] for row in rows if ";" not in str(row)]
