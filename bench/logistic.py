"""Logistic regression with weight decay, by Newton's method in the space of the cases (there are more features)."""

from __future__ import annotations

import numpy as np

#: The bias is a feature this large, and so hardly held back.
LARGE = 10.0
STEPS = 12

Array = np.ndarray


def solve(table: Array, targets: Array, counts: Array, decay: float) -> Array:
    """The weights of a logistic regression over *table* (cases x features, the first column `LARGE` for the bias).

    `targets` are 0 or 1, `counts` says how much each case counts, `decay` how strongly weights are held back.
    """
    kernel = (table @ table.T).astype(np.float64)
    alpha = np.zeros(len(targets))
    for _ in range(STEPS):
        score = kernel @ alpha
        chance = np.clip(1 / (1 + np.exp(-score)), 1e-6, 1 - 1e-6)
        bend = chance * (1 - chance)
        wanted = score + (targets - chance) / bend
        alpha = np.linalg.solve(kernel + np.diag(decay / (counts * bend)), wanted)
    weights = table.T.astype(np.float64) @ alpha
    weights[0] *= LARGE
    return weights
