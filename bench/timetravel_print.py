"""The table of a journey through time."""

from __future__ import annotations

from typing import Any

_SHARES = frozenset({"injected", "first", "in first 3", "unanswerable: silent"})


def table(report: dict[str, Any]) -> str:
    """The report as lines for a terminal."""
    sorts = ", ".join(f"{count} {sort}" for sort, count in report["sorts"].items())
    head = f"{report['repository']}: {report['answerable']} of {report['cases']} cases can be answered ({sorts}), "
    head += f"{report['answerable by a sure card']} by a card that is sure enough for a chat"
    ways = list(report["ways"])
    rows = [f"{'':24}" + "".join(f"{way:>19}" for way in ways)]
    for name in next(iter(report["ways"].values())):
        values = (_shown(name, report["ways"][way][name]) for way in ways)
        rows.append(f"  {name:22}" + "".join(f"{value:>19}" for value in values))
    above = [
        f"  above {way:20} injected {_spread(found['injected'])}   reciprocal rank {_spread(found['reciprocal rank'])}"
        for way, found in report["whylens above"].items()
    ]
    return "\n".join((head, *rows, "whylens, paired bootstrap (95 %):", *above))


def _shown(name: str, value: float) -> str:
    return f"{100 * value:.1f} %" if name in _SHARES else f"{value:.2f}"


def _spread(found: dict[str, float]) -> str:
    return f"{found['mean']:+.3f} [{found['low']:+.3f}, {found['high']:+.3f}]"
