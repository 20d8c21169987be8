"""What a player can do with tournaments: find and make them, take part, direct, follow."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from croupier_client.effects import Emit, Flow, Open, Sleep, Steps
from croupier_client.errors import CroupierError, checked_id
from croupier_client.matches import of_game
from croupier_client.pause import Pause
from croupier_client.session import NDJSON, Session
from croupier_client.stream import Lines, farewell
from croupier_client.tournament_seals import TournamentSeals
from croupier_client.types import (
    Clock,
    ListedTournament,
    Malformed,
    Options,
    Tournament,
    TournamentPlayer,
    TournamentPlayers,
    TournamentRound,
    TournamentRow,
    Tournaments,
    TournamentStandings,
    TournamentTable,
)

PATH = "/v1/tournaments"
ELSEWHERE = (
    "This client has not joined the tournament: the secret of its seals is not in the notes. "
    "Take the notes of the program that has; before the check-in, you can also leave, and join "
    "again."
)
OVER = ("finished", "aborted")
"""The events after which a stream has nothing more to tell, and the statuses of what is over."""
MORE = 32
"""For so many matches more, seals are given to an arena."""


class JoinedElsewhere(CroupierError):
    """The seals of a tournament follow from a secret that this client does not have."""


class TournamentEvent(msgspec.Struct, rename="camel"):
    """Something that happens in a tournament, and the `version` of its log by then.

    "registered" says how many `players` there are and have `checked_in`, "checkInOpened" its
    `start_time`, and "started" how many `rounds` it has. "roundPaired" and "result" are of the
    caller: the `round`, the `table`, which match of the pairing it is (`leg`), the `match_id`, or
    that there is a `bye`. "halted" says whether it is `paused` or `held`, "finished" and "aborted"
    for which `reason`. "standings" means that these have changed.
    """

    version: int
    event: str = ""
    players: int | None = None
    checked_in: int | None = None
    start_time: str | None = None
    rounds: int | None = None
    round: int | None = None
    table: int | None = None
    leg: int | None = None
    match_id: str | None = None
    bye: bool = False
    paused: bool = False
    held: bool = False
    reason: str | None = None


TOURNAMENT = msgspec.json.Decoder(Tournament)
TOURNAMENTS = msgspec.json.Decoder(Tournaments)
STANDINGS = msgspec.json.Decoder(TournamentStandings)
ROUND = msgspec.json.Decoder(TournamentRound)
PLAYERS = msgspec.json.Decoder(TournamentPlayers)
EVENT = msgspec.json.Decoder(TournamentEvent)


class TournamentsCore:
    """All tournaments, as far as the player may know of them."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def create(
        self,
        name: str,
        game: str | Options,
        *,
        clock: Clock,
        options: Mapping[str, Any] | None = None,
        system: str | None = None,
        rounds: int | None = None,
        minutes: int | None = None,
        seats: int | None = None,
        matches_per_pairing: int | None = None,
        min_players: int | None = None,
        max_players: int | None = None,
        start_time: datetime | str | None = None,
        start_when_full: bool | None = None,
        check_in: str | None = None,
        round_break: str | None = None,
        reveal: str | None = None,
        all_at_once: bool | None = None,
        access: str | None = None,
        rated: bool | None = None,
        conditions: Mapping[str, Any] | None = None,
        house_bots: int | None = None,
    ) -> Steps[Tournament]:
        """Make a tournament, and direct it. Its maker plays only after having joined.

        The game is one by its id or by its options; `options` are those of a game by its id, as
        JSON. It starts at `start_time`, with an offset from UTC, or as soon as `max_players` have
        joined, with `start_when_full`. `check_in`, `round_break` and `reveal` are durations such as
        "60s". So many `house_bots` may join.
        """
        at = start_time.isoformat() if isinstance(start_time, datetime) else start_time
        body = {
            "name": name,
            "clock": clock,
            "options": options,
            "system": system,
            "rounds": rounds,
            "minutes": minutes,
            "seats": seats,
            "matchesPerPairing": matches_per_pairing,
            "minPlayers": min_players,
            "maxPlayers": max_players,
            "startTime": at,
            "startWhenFull": start_when_full,
            "checkIn": check_in,
            "roundBreak": round_break,
            "reveal": reveal,
            "allAtOnce": all_at_once,
            "access": access,
            "rated": rated,
            "conditions": conditions,
            "houseBots": house_bots,
            **of_game(game),
        }
        return (yield from self.session.call(TOURNAMENT, self.session.request("POST", PATH, body)))

    def list(
        self, *, status: str | None = None, game: str | None = None, mine: bool = False
    ) -> Flow[ListedTournament]:
        """Public tournaments, the newest first; with `mine`, those that the caller has made or
        joined."""
        query = {"status": status, "game": game, "mine": "true" if mine else None}
        yield from self.session.pages(PATH, query, TOURNAMENTS, lambda page: page.tournaments)

    def get(self, tournament_id: str) -> Steps[Tournament]:
        """A tournament by its id."""
        request = self.session.request("GET", _path(tournament_id))
        return (yield from self.session.call(TOURNAMENT, request))

    def join(self, tournament_id: str, *, invite_code: str | None = None) -> Steps[Tournament]:
        """Take part: before the check-in, or later where that is allowed; or come back.

        All seals are given by this. The secret that they follow from is kept in the notes.
        """
        now = yield from self.get(tournament_id)
        body: dict[str, Any] = {"inviteCode": invite_code}
        if now.you is None:
            seals = self.session.notes.seals_for(tournament_id, now.seals_needed)
            body["tableSeals"] = seals.table_seals
            if now.status != "running":  # or its lots are bound already
                body["seal"] = seals.lots_seal
        return (yield from self._act(tournament_id, "join", body))

    def leave(self, tournament_id: str) -> Steps[Tournament]:
        """Leave before the start, or withdraw from all rounds to come."""
        return (yield from self._act(tournament_id, "leave"))

    def check_in(self, tournament_id: str) -> Steps[Tournament]:
        """Say that the caller is here: reveal the entropy of its seal, in the check-in.

        Raise CroupierError if another program has joined for this player.
        """
        entropy = self._seals(tournament_id).lots_entropy
        return (yield from self._act(tournament_id, "checkIn", {"entropy": entropy}))

    def add_seals(self, tournament_id: str, count: int = MORE) -> Steps[Tournament]:
        """Give the seals of so many matches more, as an arena needs them now and then.

        Raise CroupierError if another program has joined for this player.
        """
        given = self._seals(tournament_id).tables
        seals = self.session.notes.seals_for(tournament_id, given + count)
        body = {"tableSeals": seals.table_seals[given:]}
        return (yield from self._act(tournament_id, "seals", body))

    def start(self, tournament_id: str) -> Steps[Tournament]:
        """Open the check-in now, as the maker."""
        return (yield from self._act(tournament_id, "start"))

    def pause(self, tournament_id: str) -> Steps[Tournament]:
        """Let no further round begin, as the maker."""
        return (yield from self._act(tournament_id, "pause"))

    def resume(self, tournament_id: str) -> Steps[Tournament]:
        """Go on after a pause, as the maker."""
        return (yield from self._act(tournament_id, "resume"))

    def abort(self, tournament_id: str, reason: str) -> Steps[Tournament]:
        """Call it off, as the maker, for a reason that all may read."""
        return (yield from self._act(tournament_id, "abort", {"reason": reason}))

    def remove(self, tournament_id: str, player_id: str) -> Steps[Tournament]:
        """Have a player play no further round, and not come back, as the maker."""
        return (yield from self._act(tournament_id, "remove", {"playerId": player_id}))

    def standings(self, tournament_id: str, around: str | None = None) -> Flow[TournamentRow]:
        """The standings, the best first, of all pages; around "me", from half a page before the
        caller on."""
        path, query = f"{_path(tournament_id)}/standings", {"around": around}
        yield from self.session.pages(path, query, STANDINGS, lambda page: page.rows)

    def standings_page(
        self, tournament_id: str, around: str | None = None, page_token: str | None = None
    ) -> Steps[TournamentStandings]:
        """One page of them, with the version and the round that they are of, and the own row."""
        query = {"around": around, "pageToken": page_token}
        request = self.session.request("GET", f"{_path(tournament_id)}/standings", query=query)
        return (yield from self.session.call(STANDINGS, request))

    def tables(self, tournament_id: str, number: int) -> Flow[TournamentTable]:
        """The tables of a round, of all pages; rounds count from 1."""
        path = f"{_path(tournament_id)}/rounds/{int(number)}"
        yield from self.session.pages(path, {}, ROUND, lambda page: page.tables)

    def round_page(
        self, tournament_id: str, number: int, page_token: str | None = None
    ) -> Steps[TournamentRound]:
        """One page of a round, with its byes, and when it ends at the latest."""
        path, query = f"{_path(tournament_id)}/rounds/{int(number)}", {"pageToken": page_token}
        request = self.session.request("GET", path, query=query)
        return (yield from self.session.call(ROUND, request))

    def players(self, tournament_id: str) -> Flow[TournamentPlayer]:
        """Who has joined, in the order of joining."""
        path = f"{_path(tournament_id)}/players"
        yield from self.session.pages(path, {}, PLAYERS, lambda page: page.players)

    def log(self, tournament_id: str) -> Steps[bytes]:
        """The lines of its log, as `croupier verify --tournament` takes them."""
        request = self.session.request("GET", f"{_path(tournament_id)}/log", Accept=NDJSON)
        return (yield from self.session.answer(request)).body

    def follow(self, tournament_id: str, after: int | None = None) -> Flow[TournamentEvent]:
        """What happens in it, until it is over.

        It begins with what is so by now, unless that is the version `after`; so does it after cuts,
        silence and goodbyes, which are made good. Raise Refused if it cannot be seen any more.
        """
        pause, path = Pause(), f"{_path(tournament_id)}/events"
        while True:
            request = self.session.stream(path, {"after": after})
            refused = yield from self.session.opened(Open(request), pause)
            if isinstance(refused, Malformed) and after is not None:
                after = None  # the service does not know this version any more
                continue
            if refused:
                raise refused
            lines, wait = Lines(self.session), None
            while wait is None and (line := (yield from lines.next())):
                pause.reset()
                if line.event == "goodbye":
                    wait = farewell(line).retry_after
                    continue
                event = EVENT.decode(line.data)
                event.event, after = line.event, event.version
                yield Emit(event)
                if event.event in OVER:
                    return
            yield Sleep(pause.after(wait))

    def _seals(self, tournament_id: str) -> TournamentSeals:
        if seals := self.session.notes.tournaments.get(tournament_id):
            return seals
        raise JoinedElsewhere(ELSEWHERE)

    def _act(
        self, tournament_id: str, verb: str, body: dict[str, Any] | None = None
    ) -> Steps[Tournament]:
        path = f"{_path(tournament_id)}/{verb}"
        request = self.session.request("POST", path, body or {})
        return (yield from self.session.call(TOURNAMENT, request))


def _path(tournament_id: str) -> str:
    return f"{PATH}/{checked_id(tournament_id)}"
