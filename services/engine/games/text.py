"""Text in columns of a terminal, for the tables of all games."""

from unicodedata import category, east_asian_width


def pad(text: str, columns: int) -> str:
    """The text and blanks, or what fits of it and one blank."""
    clipped = clip(text, columns - 1)
    return clipped + " " * (columns - width(clipped))


def clip(text: str, columns: int) -> str:
    """The text, cut if it takes more columns."""
    if width(text) <= columns:
        return text
    while width(text) >= columns:
        text = text[:-1]
    return f"{text}\N{HORIZONTAL ELLIPSIS}"


def width(text: str) -> int:
    """What the text takes on a terminal, roughly: marks nothing, East Asian characters two."""
    return sum(
        0 if category(char).startswith("M") else 2 if east_asian_width(char) in "WF" else 1
        for char in text
    )
