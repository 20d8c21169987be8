"""Sealed deals: seats are bound to their entropy by its hash before any is revealed.

A seal is the SHA-256 of 32 bytes that only its player knows. Once every seat is taken, all
entropy is revealed, and the last of it deals. So nobody, the server included, knows all of it
before everybody is bound. docs/fairness.md says what follows from that.
"""

import hashlib
import re
from dataclasses import dataclass, field

from croupier_game.errors import InvalidOptions

from croupier_match.match import AnyMatch, Deal
from croupier_match.refusals import Conflict

LABEL = b"croupier seal v1"
ENTROPY_BYTES = 32
ENTROPY = re.compile("([0-9a-f]{2}){0,32}")
SEAL = re.compile("[0-9a-f]{64}")
MIN_REVEAL_MS, MAX_REVEAL_MS = 5_000, 86_400_000
REVEAL_MS = 20_000
"""How long players have to reveal, unless the match says otherwise."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a player gives to the deal, in hex: entropy to an open one, a seal to a sealed one."""

    entropy: str = field(default="", repr=False)  # secret
    seal: str = ""


NOTHING = Given()


def seal_of(entropy: str) -> str:
    """The seal of an entropy, both in hex."""
    return hashlib.sha256(LABEL + bytes.fromhex(entropy)).hexdigest()


def check_options(deal: Deal, reveal_ms: int) -> None:
    """Raise InvalidOptions if no match can be dealt so; `reveal_ms` is 0 in an open deal."""
    if deal == Deal.OPEN and reveal_ms:
        raise InvalidOptions("reveal is for sealed deals only.")
    if deal == Deal.SEALED and not MIN_REVEAL_MS <= reveal_ms <= MAX_REVEAL_MS:
        raise InvalidOptions("reveal must be 5 s to 1 day.")


def check_given(deal: Deal, given: Given) -> None:
    """Raise InvalidOptions unless this is what a player gives to such a deal."""
    if not ENTROPY.fullmatch(given.entropy):
        raise InvalidOptions("Entropy must be at most 32 bytes, in small hexadecimal digits.")
    if given.seal and not SEAL.fullmatch(given.seal):
        raise InvalidOptions("A seal must be 32 bytes, in small hexadecimal digits.")
    if deal == Deal.OPEN and given.seal:
        raise InvalidOptions("The deal of this match is open: it takes entropy, and no seal.")
    if deal == Deal.SEALED and given.entropy:
        # Whoever reveals before all are bound is not protected.
        raise InvalidOptions("The deal of this match is sealed: it takes a seal, and no entropy.")
    if deal == Deal.SEALED and not given.seal:
        raise InvalidOptions(
            "The deal of this match is sealed: give a seal, the SHA-256 of "
            '"croupier seal v1" and 32 random bytes that you keep.'
        )


def check_new(match: AnyMatch, seal: str) -> None:
    """Raise Conflict if another seat has this seal already."""
    if seal and any(seat.seal == seal for seat in match.seats):
        raise Conflict("Another seat of this match has the same seal.")


def to_reveal(match: AnyMatch) -> tuple[int, ...]:
    """The seats that have to reveal their entropy now; none before all are taken."""
    if not match.reveal_by:
        return ()
    return tuple(index for index, seat in enumerate(match.seats) if not seat.entropy)


def fits(match: AnyMatch, seat: int, entropy: str) -> bool:
    """Whether this is the entropy of the seat's seal."""
    whole = len(entropy) == 2 * ENTROPY_BYTES and ENTROPY.fullmatch(entropy)
    return bool(whole) and seal_of(entropy) == match.seats[seat].seal
