"""What tools write into a user's turn by themselves: commands, reminders, the editor's state. Nobody said it."""

from __future__ import annotations

import re

#: Elements that Claude Code, Codex, Copilot and Cursor put into user turns.
_ELEMENTS = (
    "command-name|command-message|command-args|command-contents|local-command-stdout|local-command-stderr"
    "|local-command-caveat|bash-input|bash-stdout|bash-stderr|system-reminder|user-prompt-submit-hook"
    "|task-notification|user-memory-input|ide_opened_file|ide_selection|ide_diagnostics"
    "|environment_context|permissions instructions|user_instructions|INSTRUCTIONS|turn_aborted"
    "|user_shell_command|subagent_notification|skill|collaboration_mode|personality_spec"
    "|user_info|git_status|project_layout|open_and_recently_viewed_files|attached_files|system_reminder"
    "|agent_transcripts|manually_attached_skills|available_skills|editorContext|workspace_info"
    "|reminderInstructions|current_datetime"
)
_ELEMENT = re.compile(rf"<({_ELEMENTS})(?:\s[^<>]*)?>.*?</\1>", re.DOTALL)
#: Sentences tools write in the user's place.
_NOTICE = re.compile(
    r"\[Request interrupted by user[^\]\n]*\]|# AGENTS\.md instructions for [^\n]*"
    r"|This session is being continued from a previous conversation.*",
    re.DOTALL,
)


def without_markup(text: str) -> str:
    """*text* without what tools put into it."""
    return _NOTICE.sub("", _ELEMENT.sub("", text))


def is_only_markup(text: str) -> bool:
    """Whether nothing a person wrote is in *text*."""
    rest = text.lstrip()
    while found := _ELEMENT.match(rest) or _NOTICE.match(rest):
        rest = rest[found.end() :].lstrip()
    return not rest
