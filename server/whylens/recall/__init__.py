"""From query and candidates to ranked hits with reasons. Pure over candidates."""

from whylens.recall.plan import Plan, plan
from whylens.recall.rank import rank

__all__ = ["Plan", "plan", "rank"]
