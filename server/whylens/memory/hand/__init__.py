"""The user's own hand on single cards: edit, supersede, pin, snooze, "not here", each with its undo."""
