"""Finding opponents: what players offer, and to what they are invited."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from croupier_client.base import Struct
from croupier_client.types import Clock, Player


class Offer(Struct, frozen=True):
    """To how many matches of a game one may be invited at a time, and with which clocks.

    `clocks` is "any", "none" or "short". What is left out is as the service has it.
    """

    max_matches: int | None = None
    clocks: str | None = None


Games = Mapping[str, Offer] | Sequence[str]
"""The games that one may be invited to, by what one offers of each."""


class Availability(Struct, frozen=True):
    """What a player has offered, and until when it holds."""

    games: dict[str, Offer]
    description: str
    level: int | None
    house: bool
    expire_time: str


class Available(Player, frozen=True):
    """A player open to invitations; `house` if it is one of the service's own bots.

    `level` is how strong it plays, as it says itself: 1 easy, 2 medium, 3 strong, 4 expert.
    """

    description: str
    level: int | None
    rating: int | None
    house: bool


class Invitation(Struct, frozen=True):
    """An invitation of a player to a match; `status` is "pending", "accepted", "declined" or
    "expired"."""

    id: str
    match_id: str
    player_id: str
    status: str
    expire_time: str


class Terms(Struct, frozen=True):
    """What an invite code invites to: the names of the `host` and at the seats, and the settings.

    To take a seat, join the match `match_id` with the same code.
    """

    match_id: str
    game: str
    host: str
    seats: tuple[str | None, ...]
    your_seat: int | None
    options: dict[str, Any]
    clock: Clock | None
    gone_after: str | None
    deal: str
    undo_mode: str
    status: str


class Searcher(Struct, frozen=True):
    """A player that searches, and for what; `you` if that is the caller.

    A ticket with the same settings meets this one.
    """

    game: str
    options: dict[str, Any]
    seats: int
    clock: Clock | None
    gone_after: str | None
    deal: str
    reveal: str | None
    undo: str
    rated: bool
    player: Player
    create_time: str
    you: bool


class Searchers(Struct, frozen=True):
    """A page of players that search."""

    tickets: tuple[Searcher, ...]
    next_page_token: str | None


class Presence(Struct, frozen=True):
    """How many people and bots are here."""

    people: int
    bots: int


class SeatPresence(Struct, frozen=True):
    """Whether the player of a seat is "here", "away" or "gone", and `since` when not.

    `since` is None for who is here, and may be later than the player left.
    """

    seat: int
    presence: str
    since: str | None


class TablePresence(Struct, frozen=True):
    """Who of a match is here: a line for each seat whose player has an account."""

    seats: tuple[SeatPresence, ...]


class Pairing(Struct, frozen=True):
    """A code with which another device becomes the player, and until when."""

    code: str
    expire_time: str


class Oidc(Struct, frozen=True):
    """An issuer of OpenID Connect with which players sign in, and the client that pages are."""

    issuer: str
    client_id: str
    name: str


class About(Struct, frozen=True):
    """What a service is, and which of its features are switched on; the id of its installation."""

    name: str
    version: str
    features: tuple[str, ...]
    oidc: tuple[Oidc, ...]
    installation: str


class Players(Struct, frozen=True):
    """A page of players."""

    players: tuple[Available, ...]
    next_page_token: str | None


class Invitations(Struct, frozen=True):
    """The invitations to a match."""

    invitations: tuple[Invitation, ...]


ABOUT = msgspec.json.Decoder(About)
AVAILABILITY = msgspec.json.Decoder(Availability)
INVITATION = msgspec.json.Decoder(Invitation)
INVITATIONS = msgspec.json.Decoder(Invitations)
PRESENCE = msgspec.json.Decoder(Presence)
SEARCHERS = msgspec.json.Decoder(Searchers)
TERMS = msgspec.json.Decoder(Terms)
PLAYERS = msgspec.json.Decoder(Players)


def offered(games: Games, description: str, house_key: str, level: int | None) -> dict[str, Any]:
    """The body of a request that offers a player."""
    offers = games if isinstance(games, Mapping) else {game: Offer() for game in games}
    return {
        "games": offers,
        "description": description or None,
        "houseKey": house_key or None,
        "level": level,
    }
