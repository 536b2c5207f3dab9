"""Commits as values, and reading them from the NUL-delimited log git prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

#: Starts every commit in the log. No status letter does, so a path list cannot be taken for a commit.
_MARK = "\x02"

#: What is printed of a commit; each field ends in NUL, the one byte a message cannot hold.
LOG_FORMAT = f"tformat:{_MARK}%H%x00%P%x00%an%x00%ae%x00%ct%x00%s%x00%b%x00"
_FIELDS = LOG_FORMAT.count("%x00")


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a commit did to one file.

    `status` is git's letter: A added, M modified, D deleted, R renamed, C copied, T type changed. `hunks`
    are `(first line, number of lines)` in the new file, 1-based; a pure deletion has 0 lines and stands
    after the line named. `functions` are the names in the hunk headers, without repeats. Both are empty
    until `Git.with_hunks` filled them in, and stay so for binary files, files over a megabyte and files
    with too many hunks.
    """

    path: str
    status: str
    old_path: str | None = None
    hunks: tuple[tuple[int, int], ...] = ()
    functions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit. `committed_at` is Unix seconds; `body` is the message below the subject, trailers included.

    A merge (two or more `parents`) has no `changes` of its own.
    """

    sha: str
    parents: tuple[str, ...]
    author_name: str
    author_email: str
    committed_at: float
    subject: str
    body: str = ""
    changes: tuple[FileChange, ...] = ()

    @property
    def is_merge(self) -> bool:
        """Whether it joins several histories."""
        return len(self.parents) > 1

    @property
    def message(self) -> str:
        """Subject and body, as the author wrote them."""
        return f"{self.subject}\n\n{self.body}" if self.body else self.subject


def fields(chunks: Iterable[bytes]) -> Iterator[str]:
    """The NUL-delimited fields of a byte stream, decoded; bytes that are not UTF-8 become U+FFFD."""
    rest = b""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split(b"\0")
        for field in whole:
            yield field.decode("utf-8", "replace")
    if rest:
        yield rest.decode("utf-8", "replace")


def parse_log(tokens: Iterator[str]) -> Iterator[Commit]:
    """The commits of a log printed with `LOG_FORMAT -z --name-status`; a cut-off last one is dropped."""
    token = next(tokens, None)
    while token is not None:
        head = [token.lstrip("\n"), *(next(tokens, None) for _ in range(_FIELDS - 1))]
        if None in head or not head[0].startswith(_MARK):  # type: ignore[union-attr]
            return
        changes, token = _changes(tokens)
        yield _commit([str(field) for field in head], changes)


def _commit(head: list[str], changes: tuple[FileChange, ...]) -> Commit:
    sha, parents, name, email, time, subject, body = head
    return Commit(
        sha=sha.removeprefix(_MARK),
        parents=tuple(parents.split()),
        author_name=name,
        author_email=email,
        committed_at=float(time) if time.isdigit() else 0.0,  # a date git cannot read prints empty
        subject=subject,
        body=body.strip(),
        changes=changes,
    )


def _changes(tokens: Iterator[str]) -> tuple[tuple[FileChange, ...], str | None]:
    """The changes of one commit, and the token that starts the next one (None at the end)."""
    changes: list[FileChange] = []
    for token in tokens:
        status = token.lstrip("\n")
        if status.startswith(_MARK):
            return tuple(changes), status
        if not status:  # closes the message
            continue
        old = next(tokens, "") if status[0] in "RC" else None
        changes.append(FileChange(next(tokens, ""), status[0], old))
    return tuple(changes), None
