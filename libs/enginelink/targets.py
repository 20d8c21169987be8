"""The targets of all groups of engines, as GATEWAY_ENGINES has them."""

import re

OF_GAMES = re.compile(r"([a-z0-9-]+(?:\+[a-z0-9-]+)*)=(.*)")


def targets(text: str) -> dict[str, str]:
    """Return the targets in GATEWAY_ENGINES by their games, joined by +, "" for all the rest.

    A target may have commas itself. Raise ValueError.
    """
    found: dict[str, str] = {}
    games = ""
    for part in text.split(","):
        if named := OF_GAMES.fullmatch(part.strip()):
            games, part = named.groups()
            if games in found:
                raise ValueError(f"has {games} twice")
            found[games] = part
        else:
            found[games] = f"{found[games]},{part}" if games in found else part
    if not all(found.values()) or "" not in found:
        raise ValueError("must begin with a target for all games, and have one for each group")
    listed = [game for each in found if each for game in each.split("+")]
    if len({*listed}) < len(listed):
        raise ValueError("has a game in two groups")
    return found
