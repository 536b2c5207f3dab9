"""Symbols and relocation: how a card finds its function again. Pure over text."""
