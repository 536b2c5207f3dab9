"""The source of a card, fit to be opened: the commit's message, or the file and line."""

from __future__ import annotations

from dataclasses import replace

from whylens.memory.requests import SourceView
from whylens.model.card import Card
from whylens.model.words import FROM_CHAT, FROM_GIT, Basis
from whylens.normalize.redact import redact
from whylens.runtime.git import Git
from whylens.runtime.project import Project


def source_view(project: Project, card: Card) -> SourceView:
    """Where *card* comes from. A commit that is gone, or a card by hand, still shows the words that were kept."""
    source = card.sources[0] if card.sources else None
    if source is None or (source.basis is Basis.USER and not source.locator):
        return SourceView(title=f"{card.handle}: written by hand", text=card.details or card.summary)
    if source.basis is Basis.INFERENCE and source.locator == card.commit:
        source = replace(source, basis=Basis.COMMIT)  # a model proposed it, from what a commit says
    if source.basis in FROM_GIT:
        git = Git(project.root)
        commit = git.commit(source.locator)
        kept = card.evidence or card.summary
        text = str(redact(commit.message).text) if commit else f"{kept}\n\n(The commit is not in this clone.)"
        files = "".join(f"\n  {each.status} {each.path}" for each in (commit.changes if commit else ())[:100])
        return SourceView(
            title=f"commit {source.locator[:12]}",
            text=f"commit {source.locator}\n\n{text}\n{files}",
            commit=source.locator,
            link=git.commit_link(source.locator),
        )
    if source.basis in FROM_CHAT or source.basis is Basis.INFERENCE:
        # the session lies with the tool it was held in, where it can be resumed
        words = card.evidence or card.summary
        return SourceView(title=source.title or "chat", text=f"{words}\n\n(Session {source.locator})")
    return SourceView(title=source.locator, text=card.evidence, path=source.locator, line=source.line)
