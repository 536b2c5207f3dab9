"""From text to card drafts: one module per source of evidence. Pure: no I/O, no clock.

`extract.extract` is the door to all of them. The readers: `commits.extract_commit`, `records.extract_record`,
`comments.extract_comments`, `dialogue.extract_user_turn`, `dialogue.extract_assistant_turn`,
`rules_files.extract_rules`, `tool_output.extract_tool_output`, `manifests.extract_manifest`,
`documents.extract_document`. Which file is for which: `records.is_record_path`, `rules_files.is_rules_path`,
`manifests.is_manifest_path`, `generated.is_generated`.
Readers of files take (path, text); every draft quotes its evidence verbatim with the span in that text.
"""
