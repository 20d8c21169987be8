"""Finding opponents: what players offer, and to what they are invited."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier_client.base import Struct
from croupier_client.types import Player


class Offer(Struct):
    """To how many matches of a game one may be invited at a time, and with which clocks.

    `clocks` is "any", "none" or "short". What is left out is as the service has it.
    """

    max_matches: int | None = None
    clocks: str | None = None


Games = Mapping[str, Offer] | Sequence[str]
"""The games that one may be invited to, by what one offers of each."""


class Availability(Struct):
    """What a player has offered, and until when it holds."""

    games: dict[str, Offer]
    description: str
    house: bool
    expire_time: str


class Available(Player):
    """A player open to invitations; `house` if it is one of the service's own bots."""

    description: str
    rating: float | None
    house: bool


class Invitation(Struct):
    """An invitation of a player to a match; `status` is "pending", "accepted", "declined" or
    "expired"."""

    id: str
    match_id: str
    player_id: str
    status: str
    expire_time: str


class Pairing(Struct):
    """A code with which another device becomes the player, and until when."""

    code: str
    expire_time: str


class Oidc(Struct):
    """Where players sign in."""

    issuer: str
    client_id: str


class About(Struct):
    """What a service is, and which of its features are switched on."""

    name: str
    version: str
    features: list[str]
    oidc: Oidc | None


class Players(Struct):
    """A page of players."""

    players: list[Available]
    next_page_token: str | None


class Invitations(Struct):
    """The invitations to a match."""

    invitations: list[Invitation]


ABOUT = msgspec.json.Decoder(About)
AVAILABILITY = msgspec.json.Decoder(Availability)
INVITATION = msgspec.json.Decoder(Invitation)
INVITATIONS = msgspec.json.Decoder(Invitations)
PLAYERS = msgspec.json.Decoder(Players)


def offered(games: Games, description: str, house_key: str) -> dict[str, Any]:
    """The body of a request that offers a player."""
    offers = games if isinstance(games, Mapping) else {game: Offer() for game in games}
    return {"games": offers, "description": description or None, "houseKey": house_key or None}
