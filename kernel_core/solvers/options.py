"""What the solvers with an active set are tuned by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SolverOptions:
    """What the box QP, its maintained inverse and the path along a slider are tuned by.

    Each changes how long it takes, none what is found: the certificate decides on that.

    Attributes
    ----------
    aim, min_released, release_fraction, patience, rounding, snap, far, ridge, zero_diagonal,
    max_breakpoints, warm_up_from, warm_up_block, continuation, continuation_gap,
    continuation_from, continuation_rank, inverse_from, inverse_directly, inverse_changed,
    inverse_residual, guess_up_to, max_guesses, guess_from, max_failed_guesses,
    follow_up_to
        Each is explained where it is declared.

    Notes
    -----
    In no note: the thresholds of an active set method, which solves for the variables at no bound,
    and of the linear systems it meets. It ends at a relative duality gap of aim times tol, or after
    `patience` rounds without progress.

    References
    ----------
    J. Nocedal and S. J. Wright, Numerical Optimization, 2nd edition, 2006. Chapter 16.

    Examples
    --------
    >>> from kernel_core.solvers.options import SolverOptions
    >>> SolverOptions(patience=20).patience
    20
    """

    # the active set
    aim: float = 1e-4  # the part of tol that is aimed at, so that f settles with the objective
    min_released: int = 8  # fixed variables freed at once: so many,
    release_fraction: float = 1 / 6  # or this part of the free ones: of more, most go back
    patience: int = 50  # rounds without progress, freeing one variable each, before giving up
    rounding: float = 1e-15  # a relative rise of the dual smaller than this is no progress
    snap: float = 1e-12  # closer to a bound than this part of the box's width is at the bound,
    far: float = 1e6  # or of so many steps of one variable alone, where the box is wider
    ridge: float = 1e-13  # makes singular systems solvable; the next round does what it leaves
    zero_diagonal: float = 1e-9  # what K_ii = 0 counts as for the ridge, beside the mean
    max_breakpoints: int = 8  # bounds met in one step, at most
    # the steps of one coordinate before it
    warm_up_from: int = 150  # variables from which it pays to sort them first
    warm_up_block: int = 24  # steps of which one must end at a bound: else that is all
    # the smaller box before it
    continuation: float = 32.0  # so many times smaller,
    continuation_gap: float = 0.015  # solved until the gap is this part of the objective,
    continuation_from: float = 4.0  # where the box is so many times the first step from 0,
    continuation_rank: float = 12.0  # and (tr K)²/‖K‖² at most one part in so many of n
    # the maintained inverse
    inverse_from: int = 110  # free variables from which it pays
    inverse_directly: int = 64  # size up to which an inverse is taken directly
    inverse_changed: float = 1 / 2  # a border longer than this part: begin again
    inverse_residual: float = 1e-5  # the largest good residual, beside the largest right side
    # the path along a slider
    guess_up_to: int = 400  # points; among more a guess fails at nearly every stop
    max_guesses: int = 12  # rounds of a guess at most
    guess_from: float = 1 / 8  # the part that must be free: else the path costs less
    max_failed_guesses: int = 2  # and not after so many failures in a row
    follow_up_to: int = 64  # free variables; with more the active set costs less


OPTIONS = SolverOptions()
