"""The ids of a tournament's matches, which follow from where they are played."""

import hashlib
from base64 import urlsafe_b64encode


def match_id(tournament: str, number: int, table: int, leg: int = 1) -> str:
    """The id of the match of a round's table; a second match there is another `leg`.

    Whoever makes it a second time, after a crash, makes the same match: a pairing never has two.
    """
    text = "\0".join(["tournament", tournament, str(number), str(table), str(leg)])
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).decode().rstrip("=")
