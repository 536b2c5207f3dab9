"""Cards in and out: JSON lines, and a folder of Markdown files with front matter."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from whylens.capture.paths import is_keepable
from whylens.govern.confidence import STARTING
from whylens.memory.admission import line_tokens
from whylens.memory.forgotten import statement_mark
from whylens.memory.markdown_cards import markdown_line, one_reason
from whylens.memory.wire import card_json
from whylens.model.anchor import Anchor
from whylens.model.card import Card
from whylens.model.errors import UserError
from whylens.model.source import SourceRef
from whylens.model.words import Basis, Kind, Scope, Status
from whylens.normalize.redact import clean
from whylens.store.port import Lane, Store, Writing

#: Cards kept in one write.
_CARDS_A_WRITE = 100
_LONGEST_LINE = 1_000_000


class ImportLine(BaseModel):
    """One line of an import file. Trust is derived anew: what a file says of its own confidence counts for nothing."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    ref: str = Field(default="", max_length=500)
    kind: Kind = Kind.OBSERVATION
    summary: str = Field(min_length=1, max_length=4000)
    details: str = Field(default="", max_length=200_000)
    rationale: str = Field(default="", max_length=20_000)
    files: list[str] = Field(default_factory=list, max_length=10_000)
    symbols: list[str] = Field(default_factory=list, max_length=10_000)
    created_at: float | None = Field(default=None, ge=0, le=32_503_680_000)
    source: str = Field(default="", max_length=2000)
    scope: Scope = Scope.PROJECT

    @field_validator("ref", "details", "rationale", "source", mode="before")
    @classmethod
    def _none_is_empty(cls, value: Any) -> Any:
        return "" if value is None else value

    @field_validator("files", "symbols", mode="before")
    @classmethod
    def _none_is_no_list(cls, value: Any) -> Any:
        return [] if value is None else value

    @field_validator("source", mode="before")
    @classmethod
    def _source_as_text(cls, value: Any) -> Any:
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def import_cards(
    store: Store, namespace: str, lines: Sequence[str], *, activate: bool, now: float
) -> dict[str, Any]:
    """Keep every line that can be kept; `refused` names the others by number (1-based) and reason."""
    cards: list[Card] = []
    refused: list[dict[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            card = _card(_parse(line), namespace, activate=activate, now=now)
            if store.progress(statement_mark(namespace, card.kind, card.summary)) is not None:
                raise ValueError("was deleted here for good; `whylens remember` keeps it anew")
            cards.append(card)
        except ValueError as error:
            refused.append({"line": number, "reason": one_reason(error, line)})
    given = len(cards)
    cards = list({card.id: card for card in cards}.values())
    imported, unchanged = 0, given - len(cards)
    for start in range(0, len(cards), _CARDS_A_WRITE):
        piece = cards[start : start + _CARDS_A_WRITE]
        new = store.write(lambda writing, piece=piece: _keep(writing, piece), lane=Lane.USER).result()
        imported += new
        unchanged += len(piece) - new
    return {"imported": imported, "unchanged": unchanged, "refused": refused}


def _keep(writing: Writing, cards: Sequence[Card]) -> int:
    """Save the new ones; a card that is here already keeps what the user made of it, a rejected one too.

    A line without an id of its caller, or with the id of a card of ours, is known by what it says: an export taken
    back in says nothing new.
    """
    known = {
        card.id for card in writing.get_many([each for card in cards for each in (card.id, card.ref) if each])
    }
    fresh = [
        card
        for card in cards
        if card.id not in known
        and ((card.ref and card.ref not in known) or not writing.same_summary(card.kind, card.summary))
    ]
    writing.save(fresh, revive=True)
    return len(fresh)


def _parse(line: str) -> ImportLine:
    if len(line) > _LONGEST_LINE:
        raise ValueError(f"longer than {_LONGEST_LINE:,} characters")
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(raw, dict):
        raise ValueError("not a JSON object")
    try:
        return ImportLine.model_validate(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ValueError(f"{'.'.join(map(str, first['loc'])) or 'line'}: {first['msg']}") from None


def _card(line: ImportLine, namespace: str, *, activate: bool, now: float) -> Card:
    summary = " ".join(clean(line.summary).split())
    if not summary:
        raise ValueError("summary: nothing is left of it")
    created = line.created_at if line.created_at is not None else now
    files = tuple(dict.fromkeys(filter(None, (each.strip().replace("\\", "/") for each in line.files))))[:200]
    files = tuple(filter(is_keepable, files))
    said = "\0".join((namespace, "import", line.ref, line.kind.value, "" if line.ref else summary))
    principle = line.scope is Scope.PRINCIPLE
    card = Card(
        id=hashlib.blake2b(said.encode("utf-8", "replace"), digest_size=16).hexdigest(),
        handle="",
        namespace=namespace,
        kind=line.kind,
        summary=summary,
        scope=line.scope,
        status=Status.ACTIVE if activate and not principle else Status.CANDIDATE,
        details=clean(line.details),
        rationale=clean(line.rationale),
        files=files,
        symbols=tuple(clean(each) for each in line.symbols)[:200],
        anchors=tuple(Anchor(path) for path in files[:12]),
        sources=(SourceRef(Basis.IMPORT, clean(line.source), title=clean(line.ref), at=created),),
        created_at=created,
        valid_from=created,
        confidence=STARTING[Basis.IMPORT],
        ref=clean(line.ref),
    )
    from dataclasses import replace

    return replace(card, tokens=line_tokens(card))


def read_cards(name: str, standard_input: IO[bytes]) -> list[str]:
    """The import lines of a `.jsonl` file, of standard input (`-`), or of a folder of Markdown cards."""
    if name == "-":
        return standard_input.read().decode("utf-8-sig", "replace").split("\n")
    path = Path(name)
    try:
        if path.is_dir():
            return [markdown_line(file, path) for file in sorted(path.rglob("*.md"))]
        return path.read_text(encoding="utf-8-sig", errors="replace").split("\n")
    except OSError as error:
        raise UserError(f"cannot read {name}: {error.strerror}; give a file you can read") from error


def write_jsonl(cards: Iterable[Card], out: IO[str]) -> int:
    """One JSON object a line, as `recall --json` shows a card; the count."""
    count = 0
    for card in cards:
        out.write(json.dumps(card_json(card), ensure_ascii=False) + "\n")
        count += 1
    return count


@contextmanager
def written_whole(file: Path) -> Generator[IO[str]]:
    """A text file that takes the place of *file* when the block ends well; else what was there stays."""
    try:
        out = tempfile.NamedTemporaryFile(  # noqa: SIM115 - it is closed before it is put in place
            "w", encoding="utf-8", newline="\n", dir=file.parent, prefix=".whylens-", delete=False
        )
    except OSError as error:
        raise _unwritten(file, error) from error
    try:
        with out:
            yield out
        Path(out.name).replace(file)
    except BaseException as error:
        Path(out.name).unlink(missing_ok=True)
        if isinstance(error, OSError):  # the disk is full, or the place is a folder
            raise _unwritten(file, error) from error
        raise


def _unwritten(file: Path, error: OSError) -> UserError:
    return UserError(f"cannot write {file}: {error.strerror}; give a place you can write, with space left")
