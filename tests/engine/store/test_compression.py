"""What is stored takes little room, and can be read again."""

import re

import pytest
from croupier_game.kit.games import ORACLES
from croupier_game.kit.random_matches import random_match
from engine.domain.registry import GAMES
from engine.store import match_json
from engine.store.compression import NUMBER, pack, unpack


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_takes_a_third_of_its_bytes_at_most(game_id: str) -> None:
    """Beyond entropy and seed, which are random: half of their hex."""
    specimen = ORACLES[game_id].specimens[GAMES[game_id].rules.MAX_SEATS]
    seats = GAMES[game_id].rules.MAX_SEATS
    played = random_match(game_id, specimen.options, seats, specimen.seed, 60)
    for match in played.dealt[::10]:
        text = match_json.dumps(match)
        packed = pack(text)
        assert (packed[:1], unpack(packed)) == (NUMBER, text)
        noise = 32 * len(re.findall(rb'"[0-9a-f]{64}"', text))
        assert (len(packed) - noise) * 3 < len(text) - 2 * noise


@pytest.mark.parametrize("damaged", [NUMBER, NUMBER + b"{}", NUMBER + b"\xff\xff"])
def test_what_is_damaged_is_said_to_be(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="is damaged"):
        unpack(damaged)


@pytest.mark.parametrize("other", [b"", b"{}", b"\x7f" + pack(b"{}")[1:], b"\x02", b"\x04{}"])
def test_what_is_of_another_format_is_not_guessed_at(other: bytes) -> None:
    with pytest.raises(ValueError, match="a format that this engine does not know"):
        unpack(other)
