"""Types that datamodel-code-generator has made: `game` tells them apart for mypy --strict."""

from documented import HistoryEntry, LegalMoves, LivingstoneMove, Match, MatchLine


def boat(match: Match) -> int:
    if match["game"] == "livingstone" and match["state"]:
        return match["state"]["boat"]
    if match["game"] == "lost-cities" and match["state"]:
        match["state"]["boat"]  # type: ignore[typeddict-item]
        return match["state"]["deckSize"]
    return match["version"]


def notations(moves: LegalMoves) -> list[str]:
    if moves["game"] == "livingstone":
        move: LivingstoneMove = moves["moves"][0]["move"]
        return [*move]
    return [listed["notation"] for listed in moves["moves"]]


def card(entry: HistoryEntry) -> str:
    if entry["game"] == "lost-cities" and entry["move"]:
        return entry["move"]["card"]
    return ""


def reason(line: MatchLine) -> str:
    if line["event"] == "goodbye":
        return line["data"]["reason"]
    if line["event"] == "change" and line["data"]["game"] == "lost-cities":
        return "long" if line["data"]["match"]["options"]["rounds"] > 1 else "short"
    return line["event"]


def row(move: LivingstoneMove) -> int:
    return move["placeTent"]["row"] if "placeTent" in move else 0
