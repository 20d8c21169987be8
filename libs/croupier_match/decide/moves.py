"""What is decided about a move of a game."""

from croupier_match.commands import Move
from croupier_match.decide.rule import Rule
from croupier_match.entries import Entry, Moved
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotYourTurn
from croupier_match.situations import check_active


def may_move(game: Game, match: AnyMatch, command: Move, time: str) -> None:
    check_active(match)
    if command.seat not in game.rules.to_move(match.state, len(match.seats)):
        raise NotYourTurn("It is not your turn.")


def moved(game: Game, match: AnyMatch, command: Move, time: str) -> Entry:
    move = command.read(game)
    game.rules.check(match.state, command.seat, move)
    return Moved(match.version + 1, command.seat, time, move)


MOVES: dict[type, Rule] = {Move: Rule(may_move, moved)}
