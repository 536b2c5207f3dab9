"""Door 2: the terminal."""
