"""Sources: they turn what happens in an editor and a repository into events."""
