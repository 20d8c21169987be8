"""Codes that people type: of pairings, of invitations, and of recovery."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The symbols of codes, Crockford's: without I, L and O, which look like others, and U."""
LOOKALIKES = str.maketrans("ILO", "110", "- ")
"""What is read for I, L and O; hyphens and spaces are for the eye."""


def read(text: str) -> str:
    """The symbols of a typed code: its case, hyphens and spaces do not count."""
    return text.upper().translate(LOOKALIKES)


def grouped(symbols: str) -> str:
    """A code as it is shown: in two groups of as many symbols."""
    half = len(symbols) // 2
    return f"{symbols[:half]}-{symbols[half:]}"


def in_groups(symbols: str, size: int) -> str:
    """A long code as it is shown: in groups of `size` symbols."""
    return "-".join(symbols[place : place + size] for place in range(0, len(symbols), size))


def spelled(number: int, length: int) -> str:
    """The number in `length` symbols, of five bits each."""
    places = range(5 * (length - 1), -1, -5)
    return "".join(ALPHABET[number >> place & 31] for place in places)
