"""Deals, and rows of their boards, as the public contract has them."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from gateway.deals.reading import Deal, Row
from gateway.http import times
from gateway.standings import accounts
from gateway.standings.accounts import Looked

Json: TypeAlias = dict[str, Any]


class Best(NamedTuple):
    """Who was best in a deal that is over, and in which match."""

    row: Row
    account: Looked
    match_id: str


def deal(found: Deal, best: Best | None, known: Mapping[str, Looked], now_ms: int) -> Json:
    """Return the deal, whose maker is named as it is `known`."""
    made = found.made
    own = ("id", "name", "game", "rulesVersion", "options", "seats", "opponents")
    return {
        **{name: made[name] for name in own},
        "startTime": times.of_ms(made["startMs"]),
        "endTime": times.of_ms(made["endMs"]),
        "status": status(found, now_ms),
        "maker": _maker(made["maker"], known) if made["maker"] else None,
        "tries": found.tries,
        "finished": found.finished,
        "best": {**tried(best.row, best.account), "matchId": best.match_id} if best else None,
        "yourMatchId": found.own_match_id or None,
    }


def status(found: Deal, now_ms: int) -> str:
    """Return whether the deal can be tried: `soon`, `open` or `over`."""
    if now_ms < found.made["startMs"]:
        return "soon"
    return "open" if now_ms < found.made["endMs"] else "over"


def tried(row: Row, account: Looked) -> Json:
    """Return a row of a board."""
    place, points, moves = row.result
    return {
        "rank": row.rank,
        "player": accounts.named(row.player_id, account, hidden=True),
        "place": place + 1,
        "points": points,
        "moves": moves,
    }


def _maker(maker: Mapping[str, str], known: Mapping[str, Looked]) -> Json:
    return accounts.named(maker["id"], known[maker["id"]], maker["kind"], hidden=True)
