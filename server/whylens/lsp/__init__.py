"""Door 1: the language server."""
