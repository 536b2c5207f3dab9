"""The closed vocabularies: what a card can be, where it stands, and where it came from."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a card says."""

    DECISION = "decision"
    CONSTRAINT = "constraint"
    ISSUE = "issue"
    FACT = "fact"
    FAILED_APPROACH = "failed_approach"
    TODO = "todo"
    EVIDENCE = "evidence"
    PREFERENCE = "preference"
    OBSERVATION = "observation"
    SUMMARY = "summary"


class Scope(StrEnum):
    """The layer a card lives in; each has its own write rule (docs/storage.md)."""

    SESSION = "session"
    PROJECT = "project"
    TASK = "task"
    PRINCIPLE = "principle"
    LOG = "log"


class Status(StrEnum):
    """Where a card stands in its life."""

    CANDIDATE = "candidate"
    ACTIVE = "active"
    CONFLICTING = "conflicting"
    STALE = "stale"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    ARCHIVED = "archived"
    EXPIRED = "expired"


#: Statuses a card may have and still be shown at the code or injected.
LIVE = frozenset({Status.ACTIVE, Status.CONFLICTING, Status.STALE})


class Sensitivity(StrEnum):
    """Who may see a card: `confidential` is shown to the user, never injected; `restricted` is never stored."""

    NORMAL = "normal"
    CONFIDENTIAL = "confidential"
    RESTRICTED = "restricted"


class Basis(StrEnum):
    """The kind of source a statement rests on, strongest first; its starting confidence is in `govern.confidence`."""

    USER = "user"
    RECORD = "record"
    MARKER = "marker"
    TRAILER = "trailer"
    REVERT = "revert"
    COMMIT = "commit"
    MANIFEST = "manifest"
    DIAGNOSTIC = "diagnostic"
    COMMENT = "comment"
    INSTRUCTIONS = "instructions"
    DOCUMENT = "document"
    TOOL = "tool"
    CHAT_USER = "chat_user"
    CHAT_ASSISTANT = "chat_assistant"
    IMPORT = "import"
    INFERENCE = "inference"


#: Sources that are commits: their locator is a commit id.
FROM_GIT = frozenset({Basis.COMMIT, Basis.TRAILER, Basis.REVERT})

#: Sources that are files of the project: their locator is a path.
FROM_FILES = frozenset(
    {Basis.RECORD, Basis.MARKER, Basis.MANIFEST, Basis.COMMENT, Basis.INSTRUCTIONS, Basis.DOCUMENT}
)

#: Sources that are chats: their locator is a session id, their title says the tool, the turn and the session's title.
FROM_CHAT = frozenset({Basis.CHAT_USER, Basis.CHAT_ASSISTANT})


class AnchorState(StrEnum):
    """How an anchor stands against a text."""

    EXACT = "exact"
    MOVED = "moved"
    RENAMED = "renamed"
    EDITED = "edited"
    LOST = "lost"
