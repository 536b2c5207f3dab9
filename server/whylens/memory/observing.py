"""Events that come one by one, apart from learning: a saved file is read again, the rest goes to the archive."""

from __future__ import annotations

from collections.abc import Iterable

from whylens.capture.readings import Reading
from whylens.capture.tree import read_text
from whylens.memory.admission import Admission
from whylens.model.observation import Event, Observation
from whylens.model.words import Basis
from whylens.normalize.normalize import normalize
from whylens.store.port import Store


def observe(store: Store, namespace: str, events: Iterable[Event], *, now: float) -> int:
    """Take *events* in; the number of cards kept."""
    admission = Admission(namespace, now=now, progress=store.progress)
    archive: list[Observation] = []
    readings: list[Reading] = []
    for event in events:
        if event.source.basis is Basis.COMMENT and event.source.locator:
            readings.append(read_text(event.source.locator, event.text, at=event.source.at))
        else:
            archive.append(normalize(event))
    if readings:
        store.write(lambda writing: admission.admit(writing, readings)).result()
    if archive:
        store.archive(archive).result()
    return sum(admission.tally.kept.values())
