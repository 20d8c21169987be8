"""Matches by the rules and over arrays at once, move by move."""

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from croupier_game.arrays import WHOLE
from croupier_game.errors import RulesError
from croupier_game.kit.arrays.subject import (
    Subject,
    canonical,
    compare,
    joined,
    listed,
    looks,
)
from croupier_game.kit.games import ORACLES
from croupier_game.kit.twins import Dealer

TRIED = 0.02
"""The share of positions in which all moves are tried that there are, listed or not."""
LIKED = 0.8
"""How often every second match moves as the policy says: random play alone never gets far."""

FEW = 0.2
"""When no more than this share of the matches goes on, others are dealt."""


def play_beside(subject: Subject, matches: int, moves: int, seed: int | str) -> int:
    """Play so many matches at once, and others after them, until there were so many moves.

    Return how many there were. Raise AssertionError where the rules and the rules over arrays
    differ: in legal moves, in what comes of a move, in whose turn it is, in scores and shares and
    in the end; where what is seen or thought of a table depends on more than its state; and where
    the policy is not one of the best plays.
    """
    made = 0
    for deal in count():
        made += _Beside(subject, matches, f"{seed} {deal}").play(moves - made)
        if made >= moves:
            break
    return made


class _Beside:
    def __init__(self, subject: Subject, matches: int, seed: str) -> None:
        self._subject, self._seed, self._dice = subject, seed, random.Random(seed)
        luck = [Dealer((), f"{seed} {match}") for match in range(matches)]
        dealt = [subject.rules.new_game(subject.options, subject.seats, each) for each in luck]
        self._states = [state for state, _ in dealt]
        self._tables = subject.arrays.from_states(self._states)
        self._step = subject.library.compiled(subject.arrays.step)

    def play(self, most: int) -> int:
        made = 0
        self._compare()
        few = FEW * len(self._states)
        while made < most and (going := sum(map(self._going, self._states))) > few:
            self._move()
            self._compare()
            made += going
        return made

    def _going(self, state: Any) -> bool:
        return bool(self._subject.rules.to_move(state))

    def _compare(self) -> None:
        """Compare the tables with the states."""
        subject, arrays, rules = self._subject, self._subject.arrays, self._subject.rules
        fresh = arrays.from_states(self._states)
        self._same("the table", canonical(subject, self._tables), fresh)
        expected = looks(subject, fresh)
        for name, found in looks(subject, self._tables).items():
            self._same(name, found, expected[name])
        told = (arrays.over, arrays.turn, arrays.scores, arrays.shares)
        for row, found in enumerate(
            zip(*(listed(each(self._tables)) for each in told), strict=True)
        ):
            over, turn, scores, shares = found
            state = self._states[row]
            self._is("over", row, over, not self._going(state))
            self._is("scores", row, scores, [*rules.scores(state)])
            if over:
                self._is("shares", row, shares, self._shares(state))
            else:
                self._is("turn", row, (turn,), tuple(rules.to_move(state)))

    def _shares(self, state: Any) -> Sequence[int]:
        rules = self._subject.rules
        out = rules.eliminated(state)
        won = [seat for seat in rules.ranking(state)[0] if seat not in out]
        return [WHOLE // len(won) if seat in won else 0 for seat in range(self._subject.seats)]

    def _move(self) -> None:
        """Make a move in each match; where one is over, any action must leave it as it is."""
        subject, arrays = self._subject, self._subject.arrays
        masks = listed(arrays.legal(self._tables))
        choices = [
            self._actions(row, *each)
            for row, each in enumerate(zip(self._states, masks, strict=True))
        ]
        liked, made = self._liked(), []
        for row, (state, actions) in enumerate(zip(self._states, choices, strict=True)):
            if self._going(state):
                action = self._dice.choice(actions)
                if liked and row % 2 and self._dice.random() < LIKED:
                    action = liked[row]
                made.append((action, *self._applied(row, state, action)))
            else:
                any_action = self._dice.randrange(arrays.actions)
                made.append((any_action, arrays.drawn(state, (), state), state))
        chosen, drawn, self._states = ([*each] for each in zip(*made, strict=True))
        numbers = subject.xp.asarray(chosen, dtype=subject.xp.int32)
        self._tables = self._step(self._tables, numbers, joined(subject.xp, drawn))

    def _applied(self, row: int, state: Any, action: int) -> tuple[Any, Any]:
        """Return what is drawn in a move of the rules, and the state that it leads to."""
        rules, arrays = self._subject.rules, self._subject.arrays
        (seat,) = rules.to_move(state)
        move = self._checked(row, state, action)
        luck = Dealer((), f"{self._seed} {self._dice.random()}")
        after, events = rules.apply(state, seat, move, luck)
        return arrays.drawn(state, events, after), after

    def _checked(self, row: int, state: Any, action: int) -> Any:
        """Return the move of an action that must be legal."""
        rules = self._subject.rules
        (seat,) = rules.to_move(state)
        move = self._subject.arrays.move(action, state)
        try:
            rules.check(state, seat, move)
        except RulesError as error:
            self._fail("legal", row, f"action {action} is {move}, which is refused: {error}")
        return move

    def _actions(self, row: int, state: Any, mask: Sequence[bool]) -> Sequence[int]:
        """Compare the legal actions of a match with its legal moves; return actions."""
        arrays, rules = self._subject.arrays, self._subject.rules
        allowed = [number for number, legal in enumerate(mask) if legal]
        if not self._going(state):
            self._is("legal actions at the end", row, allowed, [])
            return []
        (seat,) = rules.to_move(state)
        moves = [*rules.legal_moves(state, seat)]
        if self._dice.random() < TRIED:
            moves += self._accepted(state, seat)
        actions = [arrays.action(move, state) for move in moves]
        ids = {action % arrays.actions for action in actions}
        if lacking := sorted(ids - {*allowed}):
            self._fail("legal", row, f"actions {lacking} are missing")
        for action, move in zip(actions, moves, strict=True):
            back = arrays.move(action, state)
            # Two ways to write a move, perhaps.
            if back != move and self._after(state, seat, back) != self._after(state, seat, move):
                self._fail("move", row, f"action {action} is {back}, and not {move}")
        for action in {*allowed} - {*actions}:
            self._checked(row, state, action)
        return sorted({*allowed, *actions})

    def _after(self, state: Any, seat: int, move: Any) -> Any:
        return self._subject.rules.apply(state, seat, move, Dealer((), "any"))

    def _accepted(self, state: Any, seat: int) -> Sequence[Any]:
        """Return what the rules accept of all moves that there are, though they may not list it."""
        oracle = ORACLES[self._subject.game_id]
        return [
            move
            for move in oracle.moves(state, seat, self._dice)
            if self._accepts(state, seat, move)
        ]

    def _accepts(self, state: Any, seat: int, move: Any) -> bool:
        try:
            self._subject.rules.check(state, seat, move)
        except RulesError:
            return False
        return True

    def _liked(self) -> Sequence[int]:
        """Return what the policy chooses, which must be one of the best plays."""
        subject, xp = self._subject, self._subject.xp
        if not subject.plays:
            return []
        chosen, plays = subject.arrays.policy(self._tables), subject.arrays.plays(self._tables)
        best = plays.worth == xp.max(plays.worth, axis=1)[:, None]
        found = listed(xp.any(best & (plays.action == chosen[:, None]), axis=1))
        for row, is_best in enumerate(found):
            if not is_best and self._going(self._states[row]):
                self._fail("policy", row, f"{int(chosen[row])} is not one of the best plays")
        return listed(chosen)  # type: ignore[no-any-return]

    def _same(self, what: str, found: Any, expected: Any) -> None:
        compare(found, expected, lambda wrong, row: self._told(what, row, wrong))

    def _is(self, what: str, row: int, found: Any, expected: Any) -> None:
        if found != expected:
            self._fail(what, row, f"{found}, and by the rules {expected}")

    def _fail(self, what: str, row: int, why: str) -> None:
        raise AssertionError(self._told(what, row, why))

    def _told(self, what: str, row: int, why: str) -> str:
        return (
            f"{self._subject}; seed {self._seed}, match {row}; {what}: {why}\n{self._states[row]}"
        )
