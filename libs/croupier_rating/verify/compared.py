"""Numbers of an entry, compared with those that are due."""

from croupier_rating.entries import Change
from croupier_rating.recipe import Strength
from croupier_rating.verify.findings import Found, Rule

TOLERANCE = 1
"""Millionths. Two machines may round a power of e in its last bit differently, so after rounding
to millionths they may differ by one. It does not add up: each entry is computed anew from what
the one before says."""


def compare_after(change: Change, due: Strength) -> Found:
    """Yield which number after the entry is not the one that is due."""
    if abs(change.after.mu - due.mu) > TOLERANCE:
        yield Rule.MU, _says(change, "mu", change.after.mu, due.mu)
    if abs(change.after.sigma - due.sigma) > TOLERANCE:
        yield Rule.SIGMA, _says(change, "sigma", change.after.sigma, due.sigma)


def compare_before(change: Change, due: Strength, rule: Rule = Rule.BEFORE) -> Found:
    """Yield which number before the entry is not the one that the player had."""
    if change.before.mu != due.mu:
        yield rule, _says(change, "mu", change.before.mu, due.mu, "before")
    elif change.before.sigma != due.sigma:
        yield rule, _says(change, "sigma", change.before.sigma, due.sigma, "before")


def _says(change: Change, name: str, given: int, due: int, when: str = "after") -> str:
    return f"{name} of {change.player} {when} it is {given}, and has to be {due}."
