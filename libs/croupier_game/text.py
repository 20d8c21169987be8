"""Text in columns of a terminal, for the tables of all games."""

from unicodedata import category, east_asian_width


def pad(text: str, columns: int) -> str:
    """Return the text filled up with blanks to `columns`, cut so that one blank follows."""
    clipped = clip(text, columns - 1)
    return clipped + " " * (columns - width(clipped))


def clip(text: str, columns: int) -> str:
    """Return the text, cut and with an ellipsis if it takes more than `columns`."""
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"


def width(text: str) -> int:
    """Estimate the columns of a text on a terminal: 0 for marks, 2 for East Asian characters."""
    return sum(
        0 if category(char).startswith("M") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )
