"""The names of channels, which services of two releases share during a rollout."""

from redislink import channels


def test_channels_are_called_as_in_every_release_before() -> None:
    assert channels.match_channel("M") == "match:{M}"
    assert channels.player_channel("P") == "player:{P}:notices"
    assert channels.ticket_channel("T") == "ticket:T"
    assert channels.REVOCATIONS == "tokens:revoked"
