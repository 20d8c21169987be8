"""Plays a match of each game to its end, with a client that openapi-python-client has made."""

import random
import sys

from generated import AuthenticatedClient, Client
from generated.api.matches import create_match, join_match
from generated.api.moves import list_legal_moves, make_move
from generated.api.players import create_player
from generated.models import (
    Clock,
    Join,
    Just4FunMatch,
    Just4FunNewMatch,
    LivingstoneMatch,
    LivingstoneNewMatch,
    LostCitiesMatch,
    LostCitiesNewMatch,
    LostCitiesOptionsInput,
    NewMove,
    NewPlayer,
    NewPlayerKind,
    Problem,
)

Match = LostCitiesMatch | LivingstoneMatch | Just4FunMatch
Wish = LostCitiesNewMatch | LivingstoneNewMatch | Just4FunNewMatch

URL = sys.argv[1]


def newcomer(name: str) -> AuthenticatedClient:
    body = NewPlayer(display_name=name, kind=NewPlayerKind.BOT)
    made = create_player.sync(client=Client(URL), body=body)
    assert made is not None
    assert not isinstance(made, Problem), made
    return AuthenticatedClient(URL, made.token)


def glance(match: Match) -> str:
    """What only one of the games has, by the type of the match alone."""
    if match.game == "livingstone":
        return f"boat {match.state.boat if match.state else 0}"
    if match.game == "just4fun":
        return f"line {len(match.state.line) if match.state else 0}"
    return f"round {match.state.round_ if match.state else 0}"


def play(wish: Wish) -> None:
    seats = [newcomer("One"), newcomer("Two")]
    made = create_match.sync(client=seats[0], body=wish)
    assert made is not None
    assert not isinstance(made, Problem), made
    joined = join_match.sync(made.id, client=seats[1], body=Join())
    assert joined is not None
    assert not isinstance(joined, Problem), joined
    match: Match = joined
    moves = 0
    while match.status == "active":
        mover = seats[match.to_move[0]]
        legal = list_legal_moves.sync(match.id, client=mover)
        assert legal is not None
        assert not isinstance(legal, Problem), legal
        notation = random.choice([listed.notation for listed in legal.moves])
        body = NewMove(notation=notation, expected_version=legal.version)
        answer = make_move.sync(match.id, client=mover, body=body)
        assert answer is not None
        assert not isinstance(answer, Problem), answer
        assert answer.match
        match, moves = answer.match, moves + 1
    assert match.outcome
    print(match.game, moves, match.outcome.reason, glance(match))  # noqa: T201


if __name__ == "__main__":
    play(LostCitiesNewMatch("lost-cities", options=LostCitiesOptionsInput(rounds=1)))
    play(LivingstoneNewMatch("livingstone", clock=Clock(per_move="600s")))
    play(Just4FunNewMatch("just4fun"))
