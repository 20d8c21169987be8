"""How players fare: profiles, leaderboards, and the ledgers that their ratings follow from."""

from collections.abc import Sequence

import msgspec

from croupier_client.effects import Flow, Steps
from croupier_client.errors import checked_id
from croupier_client.session import Session
from croupier_client.types import (
    Leaderboard,
    LeaderboardEntry,
    Leaderboards,
    Meetings,
    Pool,
    Profile,
    RatingHistory,
    RatingPoint,
)

PROFILE = msgspec.json.Decoder(Profile)
LEADERBOARDS = msgspec.json.Decoder(Leaderboards)
LEADERBOARD = msgspec.json.Decoder(Leaderboard)
HISTORY = msgspec.json.Decoder(RatingHistory)
MEETINGS = msgspec.json.Decoder(Meetings)
NDJSON = "application/x-ndjson"


class StandingsCore:
    """What anybody may read of how players fare."""

    session: Session

    def profile(self, player_id: str) -> Steps[Profile]:
        """The profile of a player: its ratings, statistics, and whom it has met."""
        request = self.session.request("GET", f"/v1/players/{checked_id(player_id)}")
        return (yield from self.session.call(PROFILE, request))

    def against(self, player_id: str, other_id: str) -> Steps[Meetings]:
        """How a player fared against another one."""
        path = f"/v1/players/{checked_id(player_id)}/against/{checked_id(other_id)}"
        return (yield from self.session.call(MEETINGS, self.session.request("GET", path)))

    def rating_history(self, player_id: str, pool: str) -> Flow[RatingPoint]:
        """How a player's rating in a pool came about, of all pages, the last match first."""
        path = f"/v1/players/{checked_id(player_id)}/ratings/{_checked(pool)}/history"
        yield from self.session.pages(path, {}, HISTORY, lambda page: page.points)

    def leaderboards(self) -> Steps[Sequence[Pool]]:
        """The pools that have a leaderboard."""
        request = self.session.request("GET", "/v1/leaderboards")
        return (yield from self.session.call(LEADERBOARDS, request)).leaderboards

    def leaderboard(
        self,
        pool: str,
        around: str | None = None,
        friends: bool = False,
        season: int | None = None,
    ) -> Flow[LeaderboardEntry]:
        """The players of a pool, best first, of all pages.

        With `around`, "me" or the id of a player, from half a page before that player on; with
        `friends`, the caller and its friends only.
        """
        query = {"around": around, "friends": "true" if friends else None, "season": season}
        path = f"/v1/leaderboards/{_checked(pool)}"
        yield from self.session.pages(path, query, LEADERBOARD, lambda page: page.entries)

    def leaderboard_page(
        self,
        pool: str,
        around: str | None = None,
        friends: bool = False,
        season: int | None = None,
        page_size: int | None = None,
        page_token: str | None = None,
    ) -> Steps[Leaderboard]:
        """One page of it, with the entry of the ledger that it follows from: `seq` and `head`."""
        query = {"around": around, "friends": "true" if friends else None, "season": season}
        query |= {"pageSize": page_size, "pageToken": page_token}
        request = self.session.request("GET", f"/v1/leaderboards/{_checked(pool)}", query=query)
        return (yield from self.session.call(LEADERBOARD, request))

    def ledger(self, pool: str, after: int = 0) -> Steps[bytes]:
        """The lines of a pool's ledger, as `croupier verify --ratings` takes them.

        With `after`, only the entries behind that one.
        """
        path = f"/v1/ratings/{_checked(pool)}/ledger"
        request = self.session.request("GET", path, query={"after": after or None}, Accept=NDJSON)
        return (yield from self.session.answer(request)).body

    def own_data(self) -> Steps[bytes]:
        """All that the service keeps of the caller: lines of JSON, the last one of `end`."""
        request = self.session.request("GET", "/v1/players/me/data", Accept=NDJSON)
        return (yield from self.session.answer(request)).body


def _checked(pool: str) -> str:
    """The name of a pool, for a path. Raise NotFound as `checked_id` does."""
    return ".".join(map(checked_id, pool.split(".")))
