"""What commands bring into the hashed log has one form."""

import pytest
from croupier_game.errors import InvalidOptions
from croupier_match.commands import Abort, Command, Join, Reveal
from croupier_match.match import Deal
from croupier_match.sealing import Given

from tests.croupier_match.playing import NIM, match_of, player, secret

OPEN = [Given(entropy=text) for text in ("xy", "a", "AB", "ab" * 33, "ab\n")]
SEALED = [Given(seal=text) for text in ("ab", "AB" * 32, "xy" * 32, "ab" * 32 + "\n")]


@pytest.mark.parametrize("given", [*OPEN, *SEALED], ids=str)
def test_what_is_given_to_a_deal(given: Given) -> None:
    deal = Deal.SEALED if given.seal else Deal.OPEN
    playing = match_of(NIM, 3, deal=deal).seated(0)
    with pytest.raises(InvalidOptions, match="in small hexadecimal digits"):
        playing.do(Join(player(1), None, given))


@pytest.mark.parametrize(
    "command",
    [Reveal(1, secret(1).upper() + "zz"), Reveal(1, "z" * 64), Abort("é"), Abort("Enough.\n")],
)
def test_what_is_revealed_and_the_note_of_an_end(command: Command) -> None:
    playing = match_of(NIM, 2, deal=Deal.SEALED).seated()
    with pytest.raises(InvalidOptions):
        playing.do(command)
