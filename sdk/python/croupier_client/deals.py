"""What a player can do with deals: find and make them, try one, read its board."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from croupier_client.effects import Steps
from croupier_client.errors import checked_id
from croupier_client.matches import of_game
from croupier_client.session import Session
from croupier_client.table import TableCore
from croupier_client.types import Deal, DealBoard, Deals, Options
from croupier_client.types.known import MATCH

PATH = "/v1/deals"
DEAL = msgspec.json.Decoder(Deal)
DEALS = msgspec.json.Decoder(Deals)
BOARD = msgspec.json.Decoder(DealBoard)


class DealsCore:
    """The deals of the day, and those that players have made."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def list(self, *, game: str | None = None, mine: bool = False) -> Steps[Sequence[Deal]]:
        """The deals of today, one of each game, and those of yesterday that somebody has tried;
        with `mine`, those that the caller has made, the newest first."""
        query = {"game": game, "mine": "true" if mine else None}
        request = self.session.request("GET", PATH, query=query)
        return (yield from self.session.call(DEALS, request)).deals

    def get(self, deal_id: str) -> Steps[Deal]:
        """A deal by its id, such as "daily.lost-cities.2030-01-31"."""
        return (yield from self.session.call(DEAL, self.session.request("GET", _path(deal_id))))

    def attempt(self, deal_id: str) -> Steps[TableCore]:
        """The match of the caller's only try, which begins if it has not: play it like any other.

        Raise Refused: `unavailable` while an opponent of the deal is away, `conflict` before it is
        open, and once it is over.
        """
        request = self.session.request("POST", f"{_path(deal_id)}/try", {})
        return TableCore(self.session, (yield from self.session.call(MATCH, request)))

    def board(
        self, deal_id: str, *, friends: bool = False, page_size: int | None = None
    ) -> Steps[DealBoard]:
        """The first of those who have played the deal to its end, 50 unless `page_size` says how
        many, up to 100, and the caller's own row; with `friends`, the caller and its friends."""
        query = {"friends": "true" if friends else None, "pageSize": page_size}
        request = self.session.request("GET", f"{_path(deal_id)}/board", query=query)
        return (yield from self.session.call(BOARD, request))

    def create(
        self,
        name: str,
        game: str | Options,
        *,
        options: Mapping[str, Any] | None = None,
        seats: int | None = None,
        opponents: Sequence[str] = (),
        start_time: datetime | str | None = None,
        end_time: datetime | str | None = None,
    ) -> Steps[Deal]:
        """Make a deal: whoever knows its id may try it.

        The game is one by its id or by its options; `options` are those of a game by its id, as
        JSON. The `opponents` are bots of the house by their names, of level 1 or 2. It is open from
        `start_time`, by default now, to `end_time`, by default a day later; both with an offset
        from UTC.
        """
        body = {
            "name": name,
            "options": options,
            "seats": seats,
            "opponents": [*opponents],
            "startTime": _time(start_time),
            "endTime": _time(end_time),
            **of_game(game),
        }
        return (yield from self.session.call(DEAL, self.session.request("POST", PATH, body)))


def _path(deal_id: str) -> str:
    """Its path. Raise NotFound for what has not the form of ids, of which some have dots."""
    return f"{PATH}/{'.'.join(map(checked_id, deal_id.split('.')))}"


def _time(given: datetime | str | None) -> str | None:
    return given.isoformat() if isinstance(given, datetime) else given
