"""Keeps the stock of a shop."""

import typing

# How many of one item a shelf holds.
LIMIT = 40


class Shelf:
    """A shelf."""

    height: int = 2

    def __init__(self, items):
        self.items = items

    # Cached: counting is slow.
    @property
    @typing.final
    def size(self):
        """How many."""
        return len(self.items)

    async def refill(self, source):
        def fresh(item):
            return item.age < 3

        async for item in source:
            if fresh(item):
                self.items.append(item)


if LIMIT > 10:

    def warn():
        local = []
        return len(local)


def empty():
    pass
