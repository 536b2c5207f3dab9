"""From observations to card drafts: one module per source of evidence. Pure."""
