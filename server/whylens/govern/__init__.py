"""Policy tables: confidence, consent, retention, merge. Pure decisions."""
