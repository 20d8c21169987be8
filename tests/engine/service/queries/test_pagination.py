"""Page tokens, and which matches a list admits; whole lists are in store/test_index.py."""

import base64
from dataclasses import replace

import pytest
from croupier_match.match import Access, Status
from engine.domain.errors import Malformed
from engine.service.queries.pagination import Filter, decode_token, encode_token
from engine.store.indexes.match_index import PUBLIC, member, scope_of

from tests.support.matches import created, person

PLACE = "2026-01-02T03:04:05.678Z " + "m" * 22


def test_a_token_names_a_place() -> None:
    place = member(created()[0])
    assert decode_token(encode_token(place)) == place
    assert decode_token("") == ""


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "!!!",
        " ",
        "é",
        "\N{PILE OF POO}",
        "=",
        "AAAA",
        encode_token(PLACE)[:-1],
        encode_token(PLACE) + "=",
        encode_token(PLACE) + "\n",
        encode_token(PLACE + "A"),
        encode_token(PLACE.replace("2026", "٢٠٢٦")),
        base64.urlsafe_b64encode(b"\xff" * 24).decode(),
        "A" * 100_000,
        encode_token("2026-01-02T03:04:05.678Z"),
        encode_token("2026-01-02T03:04:05.678Z " + "m" * 21),
        encode_token("2026-01-02T03:04:05Z " + "m" * 22),
        encode_token("2026-01-02T03:04:05.678Z " + "m" * 22 + "\n"),
    ],
)
def test_a_token_of_no_page_is_malformed(token: str) -> None:
    with pytest.raises(Malformed):
        decode_token(token)


def test_a_list_is_read_from_where_its_matches_are() -> None:
    assert Filter().scopes == [PUBLIC]
    assert Filter(viewer_id="ann").scopes == [PUBLIC, scope_of("ann")]
    assert Filter(viewer_id="ann", player_id="bob").scopes == [scope_of("bob")]


def test_a_list_admits_what_fits_and_may_be_seen() -> None:
    match = created()[0]
    player = match.seats[0].player
    assert player
    for fits in (
        Filter(),
        Filter(game=match.game, status=Status.WAITING),
        Filter(player_id=player.id),
        Filter(viewer_id=person().id, player_id=player.id),
    ):
        assert fits.admits(match)
    for other in (
        Filter(game="livingstone"),
        Filter(status=Status.ACTIVE),
        Filter(player_id=person().id),
    ):
        assert not other.admits(match)
    private = replace(match, access=Access.PRIVATE)
    assert Filter(viewer_id=player.id).admits(private)
    assert not Filter(player_id=player.id).admits(private)
    assert not Filter(viewer_id=person().id).admits(private)
