"""One file per LSP feature, each with a register function."""
