"""Channels: their names, and what is said in them."""

import pytest
from redislink import channels


def test_channels_have_the_names_of_docs_and_access_rights() -> None:
    assert channels.match_channel("M") == "match:{M}"
    assert channels.player_channel("P") == "player:{P}:notices"
    assert channels.ticket_channel("T") == "ticket:T"
    assert channels.REVOCATIONS == "tokens:revoked"


def test_a_message_of_a_match_is_an_emote_or_a_notice() -> None:
    said = channels.Emote(1, "hello", "ann").message()
    assert channels.Emote.parse(said) == (1, "hello", "ann")
    assert channels.Emote.parse("3 ab 2 cd") is None
    assert channels.Notice.parse("3 ab 2 cd") == (3, "ab", 2, "cd")
    assert channels.Notice.parse("1 ab 0 ") == (1, "ab", 0, "")


@pytest.mark.parametrize(
    "message", ["emote", "emote 1 hello", "emote x hello ann", "emote 1 hello ann again"]
)
def test_an_emote_is_a_seat_a_name_and_a_player(message: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|invalid literal"):
        channels.Emote.parse(message)


@pytest.mark.parametrize("message", ["3", "three ab 2 cd", "3 ab 2 cd ef"])
def test_a_notice_is_two_versions_with_their_heads(message: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|invalid literal"):
        channels.Notice.parse(message)
