"""What a seat sees and thinks depends on nothing that it cannot know, and its worlds fit."""

import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from croupier_game.arrays import repeated, uniform
from croupier_game.game import package_of, view_json, view_of
from croupier_game.kit.arrays.subject import (
    Subject,
    canonical,
    compare,
    listed,
    rows,
    seen,
    thoughts,
)
from croupier_game.kit.differences import difference
from croupier_game.kit.games import GAMES, ORACLES
from croupier_game.kit.twins import Dealer
from croupier_game.worlds import Worlds

MADE = 6
"""Worlds of each position that is looked at."""


class Watched(NamedTuple):
    """A position of a match, and what each seat has seen of it."""

    state: Any
    seen: Sequence[Worlds]


def watched(subject: Subject, seed: int | str, most: int) -> Iterator[Watched]:
    """Yield the positions of a match; moves are at random, or those of the policy."""
    rules, wire, arrays = subject.rules, GAMES[subject.game_id].wire, subject.arrays
    dice, options = random.Random(f"watched {seed}"), wire.options_json(subject.options)
    module = import_module(f"{package_of(rules.module)}.worlds")
    makers = [module.Worlds(options, subject.seats, seat) for seat in range(subject.seats)]
    state, events = rules.new_game(subject.options, subject.seats, Dealer((), f"{seed}"))
    for move in range(most):
        for seat, maker in enumerate(makers):
            maker.see([wire.event_json(rules.event_view(each, seat)) for each in events])
        yield Watched(state, makers)
        if not rules.to_move(state):
            return
        (mover,) = rules.to_move(state)
        made = dice.choice([*rules.legal_moves(state, mover)])
        if subject.plays and dice.random() < 0.5:
            made = arrays.move(int(arrays.policy(arrays.from_states([state]))[0]), state)
        state, events = rules.apply(state, mover, made, Dealer((), f"{seed} {move}"))


def check_worlds(subject: Subject, seed: int | str, most: int, share: float) -> None:
    """Look at that share of the positions of a match; raise AssertionError.

    To each seat its worlds look as the match does: in its view, and in its observation, mask and
    thoughts, which so depend on nothing that is hidden from it. And made from one of the worlds
    instead of the match, they are the same again.
    """
    dice = random.Random(f"worlds {seed}")
    for version, position in enumerate(watched(subject, seed, most)):
        for seat in range(subject.seats):
            if dice.random() < share:
                _check(
                    subject, position, seat, f"{subject}; seed {seed}, move {version}, seat {seat}"
                )


def _check(subject: Subject, position: Watched, seat: int, where: str) -> None:
    arrays, xp = subject.arrays, subject.xp
    table = arrays.from_states([position.state])
    luck = uniform(xp, xp.arange(MADE, dtype=xp.uint32), 1, arrays.hidden)
    worlds = arrays.worlds(position.seen[seat], table, seat, luck)

    def same(what: str, found: Any, expected: Any) -> None:
        compare(
            found, expected, lambda wrong, row: f"{where}, world {row}: {what} differs: {wrong}"
        )

    clean = canonical(subject, worlds)
    for row, world in enumerate(rows(subject, worlds)):
        _fits(subject, arrays.to_state(table, 0), world, seat, f"{where}, world {row}")
    real = repeated(xp, table, MADE)
    same("the observation", seen(subject, worlds, seat), seen(subject, real, seat))
    if listed(arrays.turn(table)) == [seat]:
        same("the mask", arrays.legal(worlds), arrays.legal(real))
        expected = thoughts(subject, real)
        for name, found in thoughts(subject, worlds).items():
            same(name, found, expected[name])
    for row in range(2):
        other = type(table)(*(each[row : row + 1, ...] for each in worlds))
        again = arrays.worlds(position.seen[seat], other, seat, luck)
        same("a world that is made from a world", canonical(subject, again), clean)


def _fits(subject: Subject, real: Any, world: Any, seat: int, where: str) -> None:
    rules, pieces = subject.rules, ORACLES[subject.game_id].pieces
    wrong = difference(view_of(rules, real, seat), view_of(rules, world, seat))
    assert not wrong, f"{where}: the view differs: {wrong}"
    assert rules.to_move(world) == rules.to_move(real), where
    assert rules.scores(world) == rules.scores(real), where
    assert sorted(pieces(world)) == sorted(pieces(real)), f"{where}: other pieces"


def ruled_worlds(subject: Subject, position: Watched, seat: int, count: int) -> Sequence[Any]:
    """Return worlds of a seat as the game's Worlds make them."""
    view = view_json(GAMES[subject.game_id], position.state, seat)
    to_move = subject.rules.to_move(position.state)
    luck = (Dealer((), f"world {number}") for number in range(count))
    return [position.seen[seat].world(view, to_move, each) for each in luck]
