"""The embedding worker (a child process), its client, and token counting."""
