"""A scripted day as a person reads it: sources, cards in full, what was expected, checks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from whylens.model.card import Card


def card_of(card: Card) -> dict[str, Any]:
    """A card with all a reader judges it by."""
    return {
        "handle": card.handle,
        "kind": card.kind.value,
        "rule": card.rule,
        "status": card.status.value,
        "confidence": round(card.confidence, 2),
        "importance": round(card.importance, 2),
        "at": f"{datetime.fromtimestamp(card.created_at, UTC):%Y-%m-%d %H:%M}",
        "summary": card.summary,
        "why": card.rationale,
        "quoted": card.evidence,
        "details": card.details,
        "place": [f"{each.path} {each.symbol_text}".strip() for each in card.anchors] or list(card.files),
        "sources": [f"{each.basis.value} {each.locator[:40]} {each.title}".strip() for each in card.sources],
        "branch": card.branch,
        "commit": card.commit[:9],
    }


def told(report: dict[str, Any]) -> str:
    """The whole report as text."""
    return "\n".join(
        [
            "taken in, by kind:         " + _counts(report["captured"]),
            *_sources(report["sources"]),
            f"dropped for want of room:  {report['dropped']}",
            "\nthe cards of the day",
            *(_card(each) for each in report["cards"]),
            "\ncards of before that changed",
            *(f"  {each}" for each in report["changed"]),
            "\nworth a card (a careful colleague's list)",
            *_signs(report["expected"], "kept", "MISSING"),
            "\nworth none",
            *_signs(report["unwanted"], "KEPT", "not kept"),
            *_editor(report["editor"]),
            "\nthe hover of the next morning",
            *(f"  | {line}" for line in report["hover"].split("\n")),
            "\nhow late, in milliseconds: the server's event loop, and the machine meanwhile",
            *(f"  {name}: {one[name]}" for one in report["stalls"] for name in ("server", "machine")),
            f"memory of the server: {report['memory']} MiB",
            *(f"  {'FAIL' if wrong else 'pass'} {name} {wrong}" for name, wrong in report["checks"].items()),
        ]
    )  # fmt: skip


def _sources(sources: dict[str, dict[str, int]]) -> list[str]:
    head = f"  {'source':26}{'captured':>10}{'kept':>8}{'for review':>12}"
    rows = [
        f"  {name:26}{row['captured'] or '-':>10}{row.get('kept', '-'):>8}{row.get('review', '-'):>12}"
        for name, row in sources.items()
        if any(row.values())
    ]
    return [head, *rows]


def _editor(seen: dict[str, Any]) -> list[str]:
    if not seen:
        return ["\nthe early hours in a real editor were left out"]
    return [
        "\nin the real editor",
        *(f"  problem {' '.join(each)}" for each in seen["problems"]),
        *(f"  left    {' '.join(each)}" for each in seen["left"]),
        f"  its status: {seen['status']}",
    ]


def _signs(signs: dict[str, list[str]], found: str, missing: str) -> list[str]:
    return [f"  {found if names else missing:8} {what}: {', '.join(names)}" for what, names in signs.items()]


def _card(card: dict[str, Any]) -> str:
    lines = [
        f"\n{card['handle']} {card['kind']} · {card['status']} · confidence {card['confidence']} · importance"
        f" {card['importance']} · {card['at']} · rule {card['rule'] or '-'}",
        f"  {card['summary']}",
        *([f"  why: {card['why']}"] if card["why"] else []),
        *([f"  quoted: {card['quoted']!r}"] if card["quoted"] else []),
        *(f"  | {line}" for line in card["details"].split("\n") if line),
        f"  place: {', '.join(card['place']) or '-'}",
        f"  sources: {'; '.join(card['sources'])}",
        f"  branch {card['branch'] or '-'}, commit {card['commit'] or '-'}",
    ]
    return "\n".join(lines)


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "nothing"
