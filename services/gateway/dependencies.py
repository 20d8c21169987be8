"""The dependencies of routes and sockets, composed once per process by `app`."""

from dataclasses import dataclass, field
from typing import Annotated

from croupier_rating import Pool
from fastapi import Depends, Request
from redislink.installation_id import InstallationId
from redislink.pubsub import Subscriber

from gateway.catalog import Catalog
from gateway.config import Settings
from gateway.deals.reading import Deals
from gateway.engine_client.client import EngineClient
from gateway.http.request_slots import RequestSlots
from gateway.limits.follower_limit import Followers
from gateway.limits.rate_limits import RateLimits
from gateway.observability.doctor_notes import DoctorNotes
from gateway.observability.metrics import Metrics
from gateway.observability.refusal_log import RefusedMoves
from gateway.observability.requests import RequestObserver
from gateway.observability.untrusted_proxies import UntrustedProxies
from gateway.oidc.json_web_tokens import JsonWebTokens
from gateway.players.analyses import Analyses
from gateway.players.authentication import Authenticator
from gateway.players.availability import Availability
from gateway.players.blocks import Blocks
from gateway.players.deletions import Deletions
from gateway.players.eligibility import Eligibility
from gateway.players.emotes import Emotes
from gateway.players.friends import Friends
from gateway.players.hooks import Hooks
from gateway.players.house_key import House
from gateway.players.known_players import KnownPlayers
from gateway.players.pairings import Pairings
from gateway.players.pending_invitations import Invited
from gateway.players.player_store import PlayerStore
from gateway.players.presence import Presence
from gateway.players.repeats import Repeats
from gateway.players.report_box import ReportBox
from gateway.players.revocations import Revocations
from gateway.players.token_store import TokenStore
from gateway.players.visibility import Visibility
from gateway.sessions.linked_identities import LinkedIdentities
from gateway.sessions.passkey_rps import PasskeyRps
from gateway.sessions.passkeys import Passkeys
from gateway.sessions.recovery_codes import RecoveryCodes
from gateway.sessions.refusals import Refusals
from gateway.sessions.sign_in import SignIn
from gateway.standings.boards import Boards
from gateway.standings.histories import Histories
from gateway.standings.kept import Kept
from gateway.standings.ledgers import Ledgers
from gateway.standings.own_data import OwnData
from gateway.standings.pools import Pools
from gateway.standings.profiles import Profiles
from gateway.streams.drain import EventStreams
from gateway.streams.match_feeds import MatchFeeds
from gateway.streams.match_source import MatchSource
from gateway.streams.player_feeds import PlayerFeeds
from gateway.streams.tournament_feeds import TournamentFeeds
from gateway.tournaments import lists, standings
from gateway.tournaments.downloads import Downloads
from gateway.tournaments.reading import Reading
from gateway.tournaments.shown import Showing


@dataclass(slots=True)
class Readiness:
    """Whether engine and Redis have been reached since this process began."""

    reached: bool = False


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Everything that outlives a request: clients, caches, feeds and settings."""

    settings: Settings
    installation: InstallationId
    engine: EngineClient
    catalog: Catalog
    authenticator: Authenticator
    players: PlayerStore
    tokens: TokenStore
    availability: Availability
    invited: Invited
    pairings: Pairings
    presence: Presence
    revocations: Revocations
    known_players: KnownPlayers
    friends: Friends
    blocks: Blocks
    report_box: ReportBox
    emotes: Emotes
    analyses: Analyses
    repeats: Repeats
    hooks: Hooks
    passkeys: Passkeys
    recovery_codes: RecoveryCodes
    issued: JsonWebTokens
    identities: LinkedIdentities
    sign_in: SignIn
    refusals: Refusals
    passkey_rps: PasskeyRps
    house: House
    deletions: Deletions
    eligibility: Eligibility
    pools: Pools
    boards: Boards
    deals: Deals
    first_pages: Kept[Pool, bytes]
    """The first page of each board as everybody is answered it."""
    ledgers: Ledgers
    histories: Histories
    profiles: Profiles
    own_data: OwnData
    tournaments: Reading
    tournament_boards: standings.Boards
    tournament_lists: lists.Lists
    tournament_downloads: Downloads
    tournament_feeds: TournamentFeeds
    showing: Showing
    """Answers about tournaments."""
    limits: RateLimits
    visibility: Visibility
    subscriber: Subscriber
    match_source: MatchSource
    match_feeds: MatchFeeds
    player_feeds: PlayerFeeds
    event_streams: EventStreams
    slots: RequestSlots
    untrusted_proxies: UntrustedProxies
    guest_boards: DoctorNotes
    followers: Followers = field(default_factory=lambda: Followers(Metrics(), None))
    readiness: Readiness = field(default_factory=Readiness)
    refused_moves: RefusedMoves = field(default_factory=RefusedMoves)
    observer: RequestObserver = field(default_factory=lambda: RequestObserver(Metrics()))


async def _dependencies(request: Request) -> Dependencies:
    # async, though nothing is awaited: FastAPI runs a plain function in a thread.
    dependencies: Dependencies = request.app.state.dependencies
    return dependencies


Deps = Annotated[Dependencies, Depends(_dependencies)]
