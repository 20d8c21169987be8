"""Codes that people type: of pairings, and of invitations."""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The symbols of codes, Crockford's: without I, L and O, which look like others, and U."""
LOOKALIKES = str.maketrans("ILO", "110", "- ")
"""What is read for I, L and O; hyphens and spaces are for the eye."""


def read(text: str) -> str:
    """Return the symbols of a typed code: its case, hyphens and spaces do not count."""
    return text.upper().translate(LOOKALIKES)


def grouped(symbols: str) -> str:
    """Return a code as it is shown: in two groups of as many symbols."""
    half = len(symbols) // 2
    return f"{symbols[:half]}-{symbols[half:]}"
