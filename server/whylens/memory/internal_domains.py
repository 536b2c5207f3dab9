"""The internal domains the user named, kept with the project, so that every door and process leaves them out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from whylens.memory.rescan import require_rescan
from whylens.normalize.disguise import Disguise
from whylens.store.port import Lane, Store

KEY = "internal domains"

_DOMAIN = re.compile(r"\.?[a-z0-9-]+(?:\.[a-z0-9-]+)*")


def as_endings(domains: Iterable[str]) -> tuple[str, ...]:
    """`Acme.net`, `*.acme.net` and `.acme.net` as `.acme.net`; what is no domain is left out."""
    plain = (each.strip().lower().removeprefix("*").strip(".") for each in domains)
    return tuple(sorted({f".{each}" for each in plain if _DOMAIN.fullmatch(each)}))


def known_endings(store: Store) -> tuple[str, ...]:
    """Those that were named last."""
    return tuple((store.progress(KEY) or "").split())


def with_domains(store: Store, disguise: Disguise, domains: Iterable[str]) -> Disguise:
    """*disguise* with exactly these internal *domains*, kept for the next process; more of them want a rescan."""
    endings = as_endings(domains)
    if endings == disguise.internal_domains:
        return disguise
    if set(endings) - set(disguise.internal_domains):
        require_rescan(store)
    store.put_progress({KEY: " ".join(endings)}, lane=Lane.USER).result()
    return replace(disguise, internal_domains=endings)
