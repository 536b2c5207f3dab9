"""Why a card's confidence is what it is: every change of it, with its cause and day, from its versions. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from whylens.govern.confidence import STARTING
from whylens.govern.feedback import WEIGHTS, Signal, Tally
from whylens.memory.hand.acts import ACTS, Act
from whylens.memory.marks import MOVED_BY, is_pinned, moment
from whylens.memory.shown import cut, plain
from whylens.memory.wire import source_label
from whylens.model.card import Card
from whylens.model.source import date_text
from whylens.model.sure import percent
from whylens.model.words import Basis, Status

#: Amounts smaller than this are no change.
_NOTHING = 1e-9
_MOST_REASON = 120

_KINDS_OF_SOURCE: dict[Basis, str] = {
    Basis.USER: "written by hand",
    Basis.RECORD: "a decision record",
    Basis.MARKER: "an explicit marker",
    Basis.TRAILER: "a trailer of a commit",
    Basis.REVERT: "a revert",
    Basis.COMMIT: "a commit that says why",
    Basis.MANIFEST: "a manifest",
    Basis.DIAGNOSTIC: "a tool's report",
    Basis.COMMENT: "a comment",
    Basis.INSTRUCTIONS: "instructions for assistants",
    Basis.DOCUMENT: "a document",
    Basis.TOOL: "a command that was run",
    Basis.CHAT_USER: "said in a chat",
    Basis.CHAT_ASSISTANT: "said by an assistant",
    Basis.IMPORT: "imported",
    Basis.INFERENCE: "inferred",
}


@dataclass(frozen=True, slots=True)
class Because:
    """One line: what changed the confidence, by how much, and when (Unix seconds; 0 when nobody knows)."""

    cause: str
    amount: float
    at: float = 0.0


def because(card: Card, earlier: Sequence[Card]) -> list[Because]:
    """Every change, oldest first; the amounts add up to the confidence of *card*. *earlier* are its versions."""
    versions = sorted((*earlier, card), key=lambda each: each.version)
    lines = _beginning(versions[0])
    for before, after in pairwise(versions):
        amount = after.confidence - before.confidence
        if abs(amount) > _NOTHING:
            cause, at = _cause(before, after)
            lines.append(Because(cause, amount, at))
    return lines


def why_json(card: Card, earlier: Sequence[Card], tallies: Mapping[Signal, Tally]) -> dict[str, Any]:
    """The lines, what was counted and did not move it, and all of it as text."""
    lines = because(card, earlier)
    counted = [(signal, tally) for signal, tally in tallies.items() if tally.count]
    return {
        "id": card.id,
        "handle": card.handle,
        "summary": card.summary,
        "pinned": is_pinned(card),
        "confidence": round(card.confidence, 3),
        "percent": percent(card.confidence),
        "lines": [
            {"cause": each.cause, "amount": round(each.amount, 3), "date": date_text(each.at)}
            for each in lines
        ],
        "seen": [
            {
                "signal": signal.value,
                "cause": WEIGHTS[signal].said,
                "count": tally.count,
                "amount": round(tally.moved, 3),
                "date": date_text(tally.last),
            }
            for signal, tally in counted
        ],
        "text": _text(card, lines, counted),
    }


def _text(card: Card, lines: Sequence[Because], counted: Sequence[tuple[Signal, Tally]]) -> str:
    told = [f"{card.handle} is {percent(card.confidence)} sure:"]
    told += [f"{each.amount:+.2f}  {each.cause}{_on(each.at)}" for each in lines]
    seen = [f"{WEIGHTS[signal].said}: {tally.count}×" for signal, tally in counted]
    told += [f"Seen: {'; '.join(seen)}."] if seen else []
    if card.confirmed_at is not None or card.status is Status.REJECTED:
        told.append("Your word stands: what is seen of its use does not move it.")
    return "\n".join(told)


def _on(at: float) -> str:
    return f" ({date_text(at)})" if at > 0 else ""


def _beginning(first: Card) -> list[Because]:
    """Where the confidence started: by the kind of source, and as sure as its wording was found to be."""
    at = first.valid_from or first.created_at
    if first.version > 1 or not first.sources:
        return [Because("where its kept history begins", first.confidence, at)]
    source = first.sources[0]
    start = STARTING[source.basis]
    kind = _KINDS_OF_SOURCE[source.basis]
    label = plain(source_label(source))
    named = f"{kind}: {label}" if label and label != kind else kind
    lines = [Because(named, start, at)]
    rest = first.confidence - start
    if abs(rest) > _NOTHING:
        why = "how sure its wording is" if rest < 0 else "more than one source said it"
        lines.append(Because(why, rest, at))
    return lines


def _cause(before: Card, after: Card) -> tuple[str, float]:
    extra, was = after.extra, before.extra
    if extra.get(MOVED_BY) and extra[MOVED_BY] != was.get(MOVED_BY):
        signal, _, at = extra[MOVED_BY].partition(" ")
        return WEIGHTS[Signal(signal)].said if signal in set(Signal) else signal, moment(at) or 0.0
    if after.status is Status.REJECTED and before.status is not Status.REJECTED:
        reason = cut(plain(extra.get("rejected_because", "")), _MOST_REASON)
        return f"you rejected it{f': {reason}' if reason else ''}", moment(
            extra.get("rejected_at", "")
        ) or 0.0
    if after.confirmed_at is not None and after.confirmed_at != before.confirmed_at:
        edited = extra.get(ACTS[Act.EDIT].mark) != was.get(ACTS[Act.EDIT].mark)
        return "you edited it" if edited else "you confirmed it", after.confirmed_at
    if before.confirmed_at is not None or before.status is Status.REJECTED:
        return "your word was taken back", 0.0
    known = {(each.basis, each.locator) for each in before.sources}
    if new := [each for each in after.sources if (each.basis, each.locator) not in known]:
        return f"also said by {plain(source_label(new[0]))}", new[0].at
    return "learned anew", 0.0
