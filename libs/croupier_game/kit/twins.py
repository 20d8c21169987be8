"""Two matches that one viewer cannot tell apart, for any game.

A twin has the same history for its viewer. Everything else is
another: the hands of the others, the order of the deck, what was donated, the
server's seed. It is found by trial: cards change places in a shuffle, a die falls
otherwise, a secret move is made otherwise, and whatever is still legal and leaves `known` as it was
at every version is kept. `known` is a test's own word on what a viewer may
know; the spec of each game states it, apart from the views.

What happens next may show a difference rightly: a player draws the card that
differs, or names it. So a next move that both twins have in common is looked for
among those that leave `known` equal, too; `ahead` of the spec holds still what
nearly every move brings to light, so that there are some.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from croupier_match.clock import DAY_MS
from croupier_match.entries import Created, Entry, Joined, Moved, TimedOut
from croupier_match.evolve import evolve, genesis, replay
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Match,
    OnTimeout,
    Player,
    Seat,
    StartMode,
    Undo,
)

from croupier_game.errors import RulesError
from croupier_game.kit.described import some_of
from croupier_game.kit.games import GAMES, SECRETS
from croupier_game.kit.spec import Secrets

T = TypeVar("T")
Luck = dict[int, list[Any]]
"""What chance has given at each version, in order: numbers, and whole shuffles."""
ATTEMPTS = 60
CLOCKS = (
    None,
    ClockOptions(per_move_ms=30 * DAY_MS, on_timeout=OnTimeout.RANDOM),
    ClockOptions(bank_ms=30 * DAY_MS, increment_ms=DAY_MS, on_timeout=OnTimeout.RANDOM),
)
LATE = 0.1
"""The share of moves by the clock that are made for who was late."""
BEGINNING = "2126-11-21"
"""So late that no ticker thinks that somebody has thought for too long."""
KEPT = "kept"
NOT_LEGAL = "made a later move illegal"
CHANGED_KNOWN = "changed what SECRETS.known returns"
CHANGED_AHEAD = "changed what SECRETS.ahead returns"
MOVES = 0.3
"""The share of attempts that change a move, where there are secret ones."""
NUMBERS = 10_000
"""Numbers in place of one that was drawn are below it: by far more than the faces of a die."""
OTHERS = 3
"""So many other moves are tried in place of one, to see whether it is secret."""


class Planted:
    """Chance that repeats the luck it was given, by seed and version, and else is the same
    for every seed. Matches begin with the entry of their last seat."""

    def __init__(self) -> None:
        self.luck: dict[tuple[str, int], list[Any]] = {}

    def __call__(self, seed: str, entropy: Sequence[str], step: int, match_id: str) -> "Dealer":
        version = step + len(entropy)
        return Dealer(self.luck.get((seed, version), []), f"unplanted {version}")

    def plant(self, seed: str, luck: Luck) -> None:
        self.luck |= {(seed, version): given for version, given in luck.items()}


class Dealer:
    """Chance that gives `luck` first; what is drawn after it, by dice or those of a seed, is left
    in `drawn`."""

    def __init__(self, luck: Sequence[Any], dice: random.Random | str) -> None:
        self.drawn: list[Any] = []
        self._luck = iter(luck)
        self._dice = dice

    def below(self, bound: int) -> int:
        # In a twin, a random move may be one of fewer.
        return int(self._next(lambda dice: dice.randrange(bound))) % bound

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return self._next(lambda dice: tuple(dice.sample(items, len(items))))  # type: ignore[no-any-return]

    def _next(self, draw: Any) -> Any:
        for given in self._luck:
            return given
        if isinstance(self._dice, str):  # only now, as seeding takes longer than most moves
            self._dice = random.Random(self._dice)
        self.drawn.append(draw(self._dice))
        return self.drawn[-1]


@dataclass(frozen=True)
class Position:
    """A match at some version, how it came about, and the luck it had."""

    pasts: list[AnyMatch]
    log: list[Entry]
    luck: Luck

    @property
    def match(self) -> AnyMatch:
        return self.pasts[-1]

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def turn(self) -> int:
        """The seat that must decide."""
        return GAMES[self.match.game].rules.to_move(self.state)[0]


def play(game: str, players: Sequence[Player], turns: int, dice: random.Random) -> Position:
    """A position after up to `turns` random moves; fewer if the match would end."""
    secrets, luck = SECRETS[game], Luck()
    match = _genesis(game, secrets.options(len(players), dice), len(players), dice)
    pasts: list[AnyMatch] = []
    log: list[Entry] = []
    for version in range(1, len(players) + turns + 1):
        entry = _next_entry(match, version, players, secrets, dice)
        dealer = Dealer([], dice)
        after = evolve(GAMES.of(match), match, entry, lambda *_, dealer=dealer: dealer)
        if after.ended:
            break
        match, luck[version] = after, dealer.drawn
        pasts.append(match)
        log.append(entry)
    if match.late:  # which is never stored without the move that comes next
        del pasts[-1], log[-1], luck[match.version]
    return Position(pasts, log, luck)


def twin(
    position: Position,
    viewer: int | None,
    dice: random.Random,
    tried: Counter[str] | None = None,
    secrets: Secrets | None = None,
) -> Position:
    """Return a position that `viewer` cannot tell from this one, after ATTEMPTS at changing it.

    Count in `tried` what came of each attempt: KEPT, or why it was not. `secrets` are those of the
    game, unless others are given.
    """
    secrets = secrets or SECRETS[position.match.game]
    world = _World(position, viewer, secrets)
    found = Counter(world.change(dice) for _ in range(ATTEMPTS))
    if tried is not None:
        tried.update(found)
    match = replace(position.match, seed=dice.randbytes(32).hex())
    planted = Planted()
    planted.plant(match.seed, world.luck)
    return Position(list(replay(GAMES.of(match), match, world.log, planted)), world.log, world.luck)


def common_move(
    one: Position, other: Position, viewer: int | None, dice: random.Random
) -> str | None:
    """A legal move, as notation, of the seat that is to move in both positions; None without any.

    The viewer may know the same of both after it as before, and it does not end the
    match, since then everything is shown.
    """
    rules = GAMES[one.match.game].rules
    first, second = (
        [rules.notation(move) for move in some_of(rules.legal_moves(each.state, each.turn))]
        for each in (one, other)
    )
    shared = [move for move in first if move in second]
    dice.shuffle(shared)
    return next((move for move in shared if _shows_the_same(one, other, viewer, move)), None)


def viewer_name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def _shows_the_same(one: Position, other: Position, viewer: int | None, notation: str) -> bool:
    known = SECRETS[one.match.game].known
    first, second = _after(one, notation), _after(other, notation)
    if first.ended or second.ended:
        return False
    return bool(
        known(first.state, first.events, viewer) == known(second.state, second.events, viewer)
    )


def _after(position: Position, notation: str) -> AnyMatch:
    """The match after a move of the seat that must decide, with luck that both twins share."""
    match, rules = position.match, GAMES[position.match.game].rules
    move, time = rules.parse(notation), match.update_time
    entry: Entry = Moved(match.version + 1, position.turn, time, move)
    return evolve(GAMES.of(match), match, entry, Planted())


class _World:
    """A history that changes bit by bit, where its viewer cannot see it."""

    def __init__(self, position: Position, viewer: int | None, secrets: Secrets) -> None:
        self.luck = deepcopy(position.luck)
        self.log = list(position.log)
        self._rules = GAMES[position.match.game].rules
        self._options = position.match.options
        self._seats = len(position.match.seats)
        self._viewer = viewer
        self._secrets = secrets
        self._known = [
            past.state and secrets.known(past.state, past.events, viewer) for past in position.pasts
        ]
        self._states = [past.state for past in position.pasts]
        self._ahead = secrets.ahead(position.state)
        self._hidden = [place for place in range(len(self.log)) if self._secret(place)]

    def change(self, dice: random.Random) -> str:
        """Try one change, and keep it if the viewer cannot see it: KEPT, or why it is not."""
        luck, log = self.luck, self.log
        if self._hidden and dice.random() < MOVES:
            first = dice.choice(self._hidden)
            self.log = self._retold(first, dice)
        else:
            first, self.luck = self._redrawn(dice)
        if (result := self._result(first)) != KEPT:
            self.luck, self.log = luck, log
        return result

    def _secret(self, place: int) -> bool:
        """Whether the viewer may not know all of the move.

        By the word of the spec, not by `move_view`, which is what is tested.
        """
        entry = self.log[place]
        if not isinstance(entry, Moved) or entry.seat == self._viewer:
            return False
        dice = random.Random(entry.version)
        if self._secrets.otherwise:
            return bool(self._secrets.otherwise(entry.move, dice) != entry.move)
        return any(self._looks_alike(place, self._other(entry, dice)) for _ in range(OTHERS))

    def _looks_alike(self, place: int, move: Any) -> bool:
        """Whether the viewer knows the same after another move in this place."""
        before, entry = self.log, self.log[place]
        assert isinstance(entry, Moved)
        if move == entry.move:
            return False
        self.log = [*before[:place], replace(entry, move=move)]
        try:
            ((state, events),) = self._steps(place)
        except RulesError:
            return False
        finally:
            self.log = before
        return bool(self._secrets.known(state, events, self._viewer) == self._known[place])

    def _other(self, entry: Moved[Any], dice: random.Random) -> Any:
        """Return another move that may be as secret as this one."""
        if self._secrets.otherwise:
            return self._secrets.otherwise(entry.move, dice)
        return dice.choice(self._rules.legal_moves(self._states[entry.version - 2], entry.seat))

    def _retold(self, place: int, dice: random.Random) -> list[Entry]:
        entry = self.log[place]
        assert isinstance(entry, Moved)
        move = self._other(entry, dice)
        return [*self.log[:place], replace(entry, move=move), *self.log[place + 1 :]]

    def _redrawn(self, dice: random.Random) -> tuple[int, Luck]:
        """Two places of a shuffle are exchanged, or a number is another; also the draw's entry."""
        kinds = [kind for kind in self._draws() if kind]
        if not kinds:
            return 0, self.luck
        # Of each kind as often: dice that all see would leave little for the one shuffle.
        version, number = dice.choice(dice.choice(kinds))
        given = list(self.luck[version])
        given[number] = _another(given[number], dice)
        return version - 1, {**self.luck, version: given}

    def _draws(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Where chance has given a shuffle, and where a number, but for that of a random move."""
        shuffles: list[tuple[int, int]] = []
        numbers: list[tuple[int, int]] = []
        for version, given in self.luck.items():
            late = isinstance(self.log[version - 2], TimedOut)
            for number, each in enumerate(given[late:], late):
                (shuffles if isinstance(each, tuple) else numbers).append((version, number))
        return shuffles, numbers

    def _result(self, first: int) -> str:
        """KEPT if all is legal from the first changed entry on, and the viewer knows what it has
        always known; else why not."""
        states: list[Any] = []
        try:
            steps = zip(self._steps(first), self._known[first:], strict=True)
            for (state, events), known in steps:
                if state and self._secrets.known(state, events, self._viewer) != known:
                    return CHANGED_KNOWN
                states.append(state)
        except RulesError:
            return NOT_LEGAL
        if self._secrets.ahead(states[-1]) != self._ahead:
            return CHANGED_AHEAD
        self._states[first:] = states
        return KEPT

    def _steps(self, first: int) -> Iterator[tuple[Any, Any]]:
        """Each state of the world as it is now from this entry on, and what led to it."""
        state: Any = self._states[first - 1] if first else None
        for place, entry in enumerate(self.log[first:], first):
            dealer = Dealer(self.luck[entry.version], "no more luck")
            if isinstance(entry, Moved):
                if isinstance(self.log[place - 1], TimedOut):
                    dealer.below(1)  # the random move itself was drawn first
                self._rules.check(state, entry.seat, entry.move)
                state, events = self._rules.apply(state, entry.seat, entry.move, dealer)
                yield state, events
            elif isinstance(entry, TimedOut):
                yield state, ()
            elif entry.version == self._seats:
                state, events = self._rules.new_game(self._options, self._seats, dealer)
                yield state, events
            else:
                yield state, ()


def _another(given: Any, dice: random.Random) -> Any:
    """Other luck of the same kind; `Dealer` brings a number below its bound."""
    if not isinstance(given, tuple):
        return dice.randrange(NUMBERS)
    order = list(given)
    one, other = dice.randrange(len(order)), dice.randrange(len(order))
    order[one], order[other] = order[other], order[one]
    return tuple(order)


def _genesis(game: str, options: Any, seats: int, dice: random.Random) -> AnyMatch:
    empty: AnyMatch = Match(
        id=dice.randbytes(11).hex(),
        game=game,
        rules_version=GAMES[game].rules.VERSION,
        options=options,
        access=Access.PUBLIC,
        start=StartMode.AUTO,
        invite_code="",
        seed=dice.randbytes(32).hex(),
        seats=(Seat(),) * seats,
        undo=Undo(),
    )
    empty = replace(empty, clock=random.Random(empty.seed).choice(CLOCKS))
    return genesis(GAMES.of(empty), empty)


def _next_entry(
    match: AnyMatch,
    version: int,
    players: Sequence[Player],
    secrets: Secrets,
    dice: random.Random,
) -> Entry:
    time = f"{BEGINNING}T{version // 3600:02}:{version // 60 % 60:02}:{version % 60:02}.000Z"
    if version <= len(players):
        made = Created if version == 1 else Joined
        return made(version, version - 1, time, players[version - 1])
    rules = GAMES[match.game].rules
    # A late seat's own move comes next.
    seats = match.late or rules.to_move(match.state)
    seat = seats[0] if len(seats) == 1 else dice.choice(seats)
    chance = random.Random(f"{match.seed} {version}").random()
    at_random = match.clock and match.phase_left_ms is None
    if at_random and not match.late and chance < LATE:
        return TimedOut(version, seat, time, (seat,))
    return Moved(version, seat, time, secrets.choose(rules.legal_moves(match.state, seat), dice))
