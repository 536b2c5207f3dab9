"""Passive feedback: what is seen of the use of cards while somebody works, what it does to them, and why."""
