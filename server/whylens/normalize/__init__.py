"""From event to observation: redact, cut to size, drop repeats. Pure."""
