"""Whylens: the memory that shows why the code is the way it is."""

__version__ = "0.1.0"
