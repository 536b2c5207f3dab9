"""The sentences of a passage that could be a card, each with what stands around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from whylens.extract.comment_syntax import find_comments
from whylens.extract.messages import has_subject, parse_message
from whylens.extract.sentences import Layout, Sentence, split
from whylens.model.card import CardDraft


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence and its surroundings.

    `source` is a key of `extract.READERS`; `title` the subject line of a commit or the first heading; `place` is its
    rank among the `count` sentences of its passage, -1 for the subject line itself; `documents` says that it stands
    in the documentation of a function, `trailing` behind code. `heard` are the drafts the rules made of it, `others`
    counts those they made of the rest of the passage.
    """

    sentence: Sentence
    source: str
    path: str
    place: int
    count: int
    title: str = ""
    before: str = ""
    after: str = ""
    documents: bool = False
    trailing: bool = False
    heard: tuple[CardDraft, ...] = ()
    others: int = 0


def candidates(text: str, source: str, path: str, drafts: Sequence[CardDraft]) -> list[Candidate]:
    """What of a text is looked at, in order; nothing of the output of tools. `drafts` is what the rules found."""
    return [_with_drafts(each, drafts) for each in _candidates(text, source, path)]


def _with_drafts(candidate: Candidate, drafts: Sequence[CardDraft]) -> Candidate:
    sentence = candidate.sentence
    heard = tuple(each for each in drafts if each.span[0] < sentence.end and sentence.start < each.span[1])
    return replace(candidate, heard=heard, others=len(drafts) - len(heard))


def _candidates(text: str, source: str, path: str) -> list[Candidate]:
    if source == "commit":
        return list(_of_commit(text, path))
    if source == "comment":
        return [each for part in _comments(path, text) for each in part]
    layout = {"user": Layout.CHAT, "assistant": Layout.CHAT}.get(source, Layout.DOCUMENT)
    return [] if source == "tool" else list(_ranked(split(text, layout), source, path))


def _of_commit(text: str, path: str) -> Iterator[Candidate]:
    message = parse_message(text)
    sentences = split(text, start=message.body[0], end=message.body[1])
    subject = text.find(message.subject)
    if has_subject(message) and message.subject:
        first = sentences[0].text if sentences else ""
        line = Sentence(message.subject, subject, subject + len(message.subject))
        yield Candidate(line, "commit", path, -1, len(sentences), message.subject, "", first)
    yield from _ranked(sentences, "commit", path, title=message.subject)


_DOC_OPENINGS = ("///", "//!", "/**", "/*!", '"""')


def _comments(path: str, text: str) -> Iterator[Iterator[Candidate]]:
    for comment in find_comments(path, text):
        sentences = split(text, Layout.COMMENT, comment.start, comment.end)
        documents = text.startswith(_DOC_OPENINGS, comment.start)
        yield _ranked(
            sentences, "comment", path, comment.next_code, documents=documents, trailing=comment.trailing
        )


def _ranked(
    sentences: Sequence[Sentence],
    source: str,
    path: str,
    title: str = "",
    *,
    documents: bool = False,
    trailing: bool = False,
) -> Iterator[Candidate]:
    texts = ["", *(each.text for each in sentences), ""]
    for rank, sentence in enumerate(sentences):
        before, after = texts[rank], texts[rank + 2]
        yield Candidate(
            sentence, source, path, rank, len(sentences), title, before, after, documents, trailing
        )
