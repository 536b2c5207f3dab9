"""From hits and a budget to the text an assistant reads. Pure."""

from whylens.inject.injection import inject
from whylens.inject.render import card_line

__all__ = ["card_line", "inject"]
