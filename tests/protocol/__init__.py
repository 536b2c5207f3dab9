"""The real server process, over its real streams."""
