"""The one place that runs git: read-only, without network, hooks, prompts or programs of the repository."""

from whylens.runtime.git.commits import Commit, FileChange
from whylens.runtime.git.links import commit_link, web_address
from whylens.runtime.git.objects import CatFile
from whylens.runtime.git.repository import Git

__all__ = ["CatFile", "Commit", "FileChange", "Git", "commit_link", "web_address"]
