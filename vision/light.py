"""Light on the table: smooth gains per colour channel over the board.

A window or a lamp makes one side of the table brighter and warmer than the other.  In the picture's own (gamma) values
that is close to a factor per channel which changes slowly over the board; its logarithm is modelled as a polynomial.
"""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

TERMS = 6
"""Coefficients per channel: 1, x, y, xx, xy, yy of coordinates that run from about -1 to 1 across the grid."""
ROUNDS = 6
"""So often outliers are told anew."""
RIDGE = np.array([1e-3, 0.05, 0.05, 0.5, 0.5, 0.5])
"""How firmly each coefficient is held near zero, in units of one observation."""
OFF_GRID = 1.3
"""So many half grids from the middle the light is still trusted."""
_ALL_OVER = np.stack(np.meshgrid(*2 * [np.linspace(-0.8, 0.8, 5)]), axis=-1).reshape(-1, 2)


def terms(at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Polynomial terms, shape (n, 6), of board coordinates (n, 2) in units of half the grid from its middle."""
    x, y = at[:, 0], at[:, 1]
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def fit_light(
    at: NDArray[np.float64], log_gains: NDArray[np.float64], weights: NDArray[np.float64], scale: float = 0.06
) -> Array:
    """Coefficients (6, 3) of the smooth log gain through observations (n, 3) at places (n, 2), robust against outliers."""
    return told_by(terms(at), log_gains, weights, RIDGE, scale).astype(np.float32)


def told_by(
    basis: NDArray[np.float64], values: NDArray[np.float64], weights: NDArray[np.float64], ridge: NDArray[np.float64],
    scale: float,
) -> NDArray[np.float64]:  # fmt: skip
    """Coefficients (k, m) by which a basis (n, k) tells values (n, m), each held near zero by its `ridge` (k,), robust against
    outliers: what is off by much more than `scale` hardly counts."""
    robust: NDArray[np.float64] = weights.copy()
    coefficients: NDArray[np.float64] = np.zeros((basis.shape[1], values.shape[1]))
    for _ in range(ROUNDS):
        normal = basis.T @ (basis * robust[:, None]) + np.diag(ridge)
        coefficients = np.asarray(np.linalg.solve(normal, basis.T @ (values * robust[:, None])), dtype=np.float64)
        # Column by column: a maximum of three numbers takes as long as one of thirty.
        errors = reduce(np.maximum, np.abs(values - basis @ coefficients).T)
        robust = np.asarray(weights / (1 + (errors / scale) ** 2), dtype=np.float64)
    return coefficients


def gains_at(coefficients: Array, at: NDArray[np.float64]) -> Array:
    """Gains (n, 3) at places (n, 2)."""
    return np.exp(terms(at) @ coefficients).astype(np.float32)


def carried_on(coefficients: Array, at: NDArray[np.float64]) -> Array:
    """Gains (n, 3) at places (n, 2), beyond where the light is trusted those of its rim."""
    return gains_at(coefficients, np.clip(at, -OFF_GRID, OFF_GRID))


def gains_off_grid(coefficients: Array, at: NDArray[np.float64]) -> Array:
    """Gains (n, 3) at places (n, 2) beside the grid: as bright as they are there, in the hue of all light on the grid.  Carried
    on beyond what told it, a hue goes astray first."""
    usual = (terms(_ALL_OVER) @ coefficients).mean(axis=0)
    bright = (terms(np.clip(at, -OFF_GRID, OFF_GRID)) @ coefficients).mean(axis=1, keepdims=True)
    return np.asarray(np.exp(bright + usual - usual.mean()), dtype=np.float32)
