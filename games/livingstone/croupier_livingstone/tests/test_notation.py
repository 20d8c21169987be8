"""Livingstone: moves in writing."""

import pytest
from croupier_game.errors import InvalidMove

from croupier_livingstone.rules import notation, parse
from croupier_livingstone.tests.messages import wire
from croupier_livingstone.tests.positions import NOTHING_LEFT, every_move, position
from croupier_livingstone.types import PLAIN, Move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("die 4", Move("take_die", 4)),
        ("card", Move("draw_card")),
        ("coins", Move("take_coins")),
        ("dig", Move("dig")),
        ("tent 4", Move("place_tent", 4)),
        ("tent 4 free", Move("place_tent", 4, no_cost=True)),
        ("tent 4 any", Move("place_tent", 4, any_row=True)),
        ("tent 4 from c2", Move("place_tent", 4, origin="c2")),
        (
            "tent 6 free any from j6",
            Move("place_tent", 6, no_cost=True, any_row=True, origin="j6"),
        ),
        ("sell 2c", Move("sell_gems", gems=(2, 0, 0))),
        ("sell 2c 10b 1r", Move("sell_gems", gems=(2, 10, 1))),
        ("sell 1b 1r", Move("sell_gems", gems=(0, 1, 1))),
        ("donate 50", Move("donate", 50)),
        *((f"play {card}", Move("play_card", card=card)) for card in PLAIN),
        ("play MARKET 1c 3r", Move("play_market", gems=(1, 0, 3))),
        ("play SCORED_ROW_TENT 3", Move("play_scored_row_tent", 3)),
        ("play SCORED_ROW_TENT 3 from a1", Move("play_scored_row_tent", 3, origin="a1")),
        ("end", Move("end_turn")),
        ("pass", Move("pass_round")),
    ],
)
def test_notation(text: str, move: Move) -> None:
    assert notation(move) == text
    assert parse(text) == move
    message = wire.encode_move(move)
    assert wire.decode_move(type(message).FromString(message.SerializeToString())) == move


def test_notation_and_wire_tell_all_moves_apart() -> None:
    moves = [*every_move(position()), *every_move(position(tents=(NOTHING_LEFT,)))]
    for move in moves:
        assert parse(notation(move)) == move
        assert wire.decode_move(wire.encode_move(move)) == move


UNREADABLE = [
    "", " ", "die", "die ", "die 0", "die 04", "die -4", "die  4", "die 4 ", " die 4", "die 4\n",
    "Die 4", "die \uff14", "die four", "die 1234567890", "card 1", "cards", "coins 4", "dig 3",
    "tent", "tent free", "tent c4", "tent 4 any free", "tent 4 free free", "tent 4 from",
    "tent 4 from k1", "tent 4 from a7", "tent 4 from C2", "tent 4 from c2 any", "sell", "sell ",
    "sell c", "sell 0c", "sell 1r 1c", "sell 1c 1c", "sell 1c,1b", "sell 1000c", "donate",
    "donate 0", "donate -1", "donate ?", "play", "play VP5", "play vp2", "play VP2 VP3",
    "play NO_COST_TENT", "play ANY_ROW_TENT", "play MINE_CRASH", "play MARKET", "play MARKET 0c",
    "play SCORED_ROW_TENT", "play SCORED_ROW_TENT 2 free", "end turn", "passes",
]  # fmt: skip


@pytest.mark.parametrize("text", UNREADABLE)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"^A move is written like one of these: die 4, card"):
        parse(text)
