"""Matches in this process: rules, views and legal moves as a service has them, without one.

It plays the games that are installed here, and needs `pip install croupier-client[local]`.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from hashlib import sha256
from typing import Any

from croupier_game.errors import IllegalMove as IllegalMove
from croupier_game.errors import InvalidMove as InvalidMove
from croupier_game.errors import InvalidOptions as InvalidOptions
from croupier_game.game import view_of
from croupier_game.seeded import SeededChance, match_key
from croupier_match import Refusal as Refusal
from croupier_match import decisions
from croupier_match.commands import Ask, Command, Move, Refuse, Resign

from croupier_client import ruled
from croupier_client.base import Options, plain
from croupier_client.installed import UnknownGame as UnknownGame
from croupier_client.installed import WrongSeats as WrongSeats
from croupier_client.installed import played
from croupier_client.local_replay import replay_of
from croupier_client.ruled import Ruled
from croupier_client.turns import Choice, Strategy
from croupier_client.types import Clock as Clock
from croupier_client.types import Turn

NEVER, OPEN = "never", "open"
NONE: Mapping[int, int] = {}
MOST = 10_000
"""The most moves of a match, if nobody says otherwise."""


class Endless(Exception):
    """A match has not come to its end."""


class LocalMatch:
    """A match with all of its seats in one hand.

    The same `seed`, options and moves make the same match: cards and dice follow from it. A `turn`
    has what the service would show to its seat, and no more.

    With a clock, undo, a sealed deal or a log it is a match as the service plays one: versions
    count from when it was created, chance follows by the recipe of docs/fairness.md, and `replay`
    is what any verifier takes. Without these it has less to do, and deals other cards.
    """

    def __init__(
        self,
        game: str | Options,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str = 0,
        *,
        clock: Clock | None = None,
        undo: str = NEVER,
        deal: str = OPEN,
        log: bool = False,
    ) -> None:
        """Deal a match of a game, such as "lost-cities" or LostCities(rounds=1).

        `seats` are its least by default. `clock`, `undo` and `deal` are those of the API. Raise
        UnknownGame, or InvalidOptions.
        """
        if isinstance(game, Options):
            game, options = game.game, plain(game)
        self._played = played(game)
        rules = self._played.package.rules
        self.game = game
        self.seats = rules.MIN_SEATS if seats is None else seats
        seed_in_hex = sha256(str(seed).encode()).hexdigest()
        self._key = match_key(seed_in_hex, (), game)
        self._options = self._played.read_options(options or {}, self.seats)
        self._shown_options = self._played.shown_options(self._options)
        self._ruled: Ruled | None = None
        self._state: Any
        self._has_log = log or bool(clock) or (undo, deal) != (NEVER, OPEN)
        if self._has_log:
            agreed = ruled.settings_of(game, self._options, self.seats, clock, undo, deal)
            self._take(ruled.dealt(self._played.game, agreed, seed_in_hex, self._source))
            return
        self.version = 1
        self._told: tuple[Any, ...] = ()
        self._since: Mapping[int, int] = NONE
        """The seats whose decision is older than the version, each with its own."""
        self._become(rules.new_game(self._options, self.seats, self._chance()))

    def __deepcopy__(self, memo: object) -> "LocalMatch":
        """Return a match that goes on from here by itself, with the same chance. What it holds is
        replaced by moves, and never changed."""
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_played"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _played=played(state["game"]))

    @property
    def options(self) -> Any:
        """What was agreed, with all defaults."""
        return self._played.own(self._shown_options)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return not self.to_move

    @property
    def scores(self) -> Sequence[int]:
        """The points of each seat."""
        return self._played.package.rules.scores(self._state)

    @property
    def ranking(self) -> Sequence[Sequence[int]]:
        """All seats by rank, best first, those of one rank together."""
        if self._outcome:
            return self._outcome.ranking  # type: ignore[no-any-return]
        return self._played.package.rules.ranking(self._state)

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won; none before the end."""
        if not self.over:
            return ()
        if self._outcome:
            return self._outcome.winners  # type: ignore[no-any-return]
        out = self._played.package.rules.eliminated(self._state)
        return tuple(seat for seat in self.ranking[0] if seat not in out)

    def turn(self, seat: int | None = None) -> Turn:
        """Return the decision of a seat that must decide, by default of the first one.

        Raise IllegalMove for another one.
        """
        seat = self._deciding(seat)
        made: Turn = self._played.turn(
            partial(self._played.show, self._state, self._told, seat),
            game=self.game,
            seat=seat,
            seats=self.seats,
            version=self.version,
            decision=self._decision(seat),
            rules_version=self._played.package.rules.VERSION,
            to_move=self.to_move,
            options=self.options,
        )
        return made

    def view(self, seat: int | None) -> Any:
        """Return the table as a seat may see it; None is a spectator."""
        return self._played.view(self._state, seat)

    def text(self, seat: int | None) -> str:
        """Return the table drawn for people, as a seat may see it."""
        package = self._played.package
        seated = [f"Seat {each}" for each in range(self.seats)]
        return package.table.render(view_of(package.rules, self._state, seat), seated, seat)

    def events(self, seat: int | None) -> Any:
        """Return the events that led to this version, as a seat may see them."""
        return self._played.events(self._told[-1], seat)

    def move(self, choice: Choice, seat: int | None = None) -> None:
        """Make the move of a seat that must decide, by default of the first one.

        Raise IllegalMove, or InvalidMove for what is none; the match is then as it was.
        """
        seat = self._deciding(seat)
        rules, move = self._played.package.rules, self._played.read_move(choice)
        if self._ruled is not None:
            self._do(Move(seat, lambda game: move))
            return
        rules.check(self._state, seat, move)
        before, movers = self._state, self.to_move
        self.version += 1
        self._become(rules.apply(self._state, seat, move, self._chance()))
        self._since = self._standing(before, movers, seat) if len(movers) > 1 else NONE

    @property
    def reason(self) -> str | None:
        """Why it has ended: "completed", "resigned" or "timeout"; None before the end."""
        if not self.over:
            return None
        return str(self._outcome.reason) if self._outcome else "completed"

    def resign(self, seat: int | None = None) -> None:
        """Give up for a seat, by default for the first one that must decide. If more than one goes
        on, its moves are made at random. Raise Refusal."""
        self._do(Resign(self._first(seat)))

    def undo(self, to_version: int, seat: int) -> None:
        """Ask for a seat to return to a version, or agree to that if another one has asked.

        Raise Refusal, or InvalidMove.
        """
        now, ask = self._by_rules(), Ask(seat, to_version)
        self._take(ruled.asked(self._played.game, now, ask, self._source))

    def refuse_undo(self, seat: int) -> None:
        """Refuse to take moves back, or withdraw the seat's own request. Raise Refusal."""
        self._do(Refuse(seat))

    @property
    def to_agree(self) -> Sequence[int]:
        """The seats that have to agree to a request to take moves back."""
        undo = self._ruled.match.undo if self._ruled else None
        return undo.request.needs if undo and undo.request else ()

    def wait(self, seconds: float) -> None:
        """Let time pass: here it does at no other moment. A seat whose time runs out has lost, or
        makes a move, at random or by the rules, as the clock says."""
        if self._ruled is not None:
            by_ms = round(seconds * 1000)
            self._take(ruled.later(self._played.game, self._ruled, by_ms, self._source))

    def remaining(self, seat: int | None = None) -> float | None:
        """Return the seconds that a seat has left, by default the first one that must decide; None
        without a clock."""
        if self._ruled is None:
            return None
        left_ms = ruled.left_ms(self._played.game, self._ruled, self._first(seat))
        return None if left_ms is None else left_ms / 1000

    def replay(self) -> Mapping[str, Any]:
        """Return what `croupier_client.replaying.verify` proves, once the match has ended.

        Raise LookupError before, and of a match without a log.
        """
        if self._ruled is None or not self._has_log:
            raise LookupError("It has no log: LocalMatch(..., log=True) keeps one.")
        if not self.over:
            raise LookupError("It has not ended.")
        return replay_of(self._played.game, self._ruled)

    def _first(self, seat: int | None) -> int:
        """A seat, or the first one that must decide."""
        if seat is not None:
            return seat
        return self.to_move[0] if self.to_move else 0

    def _by_rules(self) -> Ruled:
        """The match by the whole rulebook, from now on."""
        if self._ruled is not None:
            return self._ruled
        game, seated = self._played.game, (self._options, self.seats)
        since = tuple(sorted(self._since.items()))
        return ruled.going_on(game, *seated, self.version, self._state, self._told, since)

    def _do(self, command: Command) -> None:
        now = self._by_rules()
        self._take(ruled.decided(self._played.game, now, command, self._source))

    def _take(self, now: Ruled) -> None:
        """Become what the rulebook has led to."""
        match, self._ruled = now.match, now
        self.version, self._state, self._told = match.version, match.state, now.told
        rules = self._played.package.rules
        self.to_move = () if match.ended else tuple(rules.to_move(match.state))

    @property
    def _outcome(self) -> Any:
        return self._ruled.match.outcome if self._ruled else None

    def _source(self, seed: str, entropy: Sequence[str], step: int, match_id: str) -> SeededChance:
        """The chance of a step, as the rulebook asks for it."""
        key = match_key(seed, entropy, match_id) if self._has_log else self._key
        return SeededChance(key, step)

    def _become(self, now: tuple[Any, Any]) -> None:
        self._state, events = now
        self._told = (*self._told, events)
        self.to_move = tuple(self._played.package.rules.to_move(self._state))
        """The seats that must decide now; none when the match is over."""

    def _decision(self, seat: int) -> int:
        """The version since which the decision of a seat stands that must decide."""
        if self._ruled is not None:
            return decisions.since(self._ruled.match, seat)
        return self._since.get(seat, self.version)

    def _standing(self, before: Any, movers: Sequence[int], mover: int) -> Mapping[int, int]:
        """The seats that decide by the same as before the last move, when these were to move."""
        still = [seat for seat in movers if seat != mover and seat in self.to_move]
        rules = self._played.game.rules
        stand = decisions.undisturbed(rules, before, self._state, still)
        return {seat: self._since.get(seat, self.version - 1) for seat in stand}

    def _deciding(self, seat: int | None) -> int:
        to_move = self.to_move
        if seat is None and to_move:
            return to_move[0]
        if seat is None or seat not in to_move:
            raise IllegalMove("The match is over." if not to_move else "It is another seat's turn.")
        return seat

    def _chance(self) -> SeededChance:
        return SeededChance(self._key, self.version)


def play(match: LocalMatch, strategies: Sequence[Strategy], most: int = MOST) -> LocalMatch:
    """Play a match to its end, and return it: the strategy of each seat chooses for it.

    Raise Endless after so many moves: by the rules of some games, nobody need ever end a match.
    """
    while to_move := match.to_move:
        if match.version > most:
            raise Endless(
                f"No end after {most} moves. An option of the game may set one, as"
                " maxTurnsWithoutDeckDraw of Lost Cities does."
            )
        match.move(strategies[to_move[0]].choose(match.turn()))
    return match
