"""The nouns of Whylens: frozen values with their rules, and no I/O."""
