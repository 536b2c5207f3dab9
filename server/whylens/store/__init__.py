"""SQLite: the only package that knows SQL or usearch."""
