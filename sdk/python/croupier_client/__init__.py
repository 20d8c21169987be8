"""A client of Croupier: `Croupier`, `AsyncCroupier`, and `Bot`."""

from croupier_client.aio import AsyncCroupier as AsyncCroupier
from croupier_client.aio import AsyncTable as AsyncTable
from croupier_client.bot import Bot as Bot
from croupier_client.changes import Change as Change
from croupier_client.changes import Reset as Reset
from croupier_client.choosing import chosen as chosen
from croupier_client.errors import BadChoice as BadChoice
from croupier_client.errors import CroupierError as CroupierError
from croupier_client.errors import NotProven as NotProven
from croupier_client.errors import NotUnderstood as NotUnderstood
from croupier_client.errors import Refused as Refused
from croupier_client.errors import Unreachable as Unreachable
from croupier_client.matches import Play as Play
from croupier_client.opponents import About as About
from croupier_client.opponents import Availability as Availability
from croupier_client.opponents import Available as Available
from croupier_client.opponents import Invitation as Invitation
from croupier_client.opponents import Offer as Offer
from croupier_client.opponents import Pairing as Pairing
from croupier_client.opponents import Presence as Presence
from croupier_client.opponents import Searcher as Searcher
from croupier_client.opponents import SeatPresence as SeatPresence
from croupier_client.opponents import TablePresence as TablePresence
from croupier_client.opponents import Terms as Terms
from croupier_client.results import Analysis as Analysis
from croupier_client.results import JudgedMove as JudgedMove
from croupier_client.results import MoveWorth as MoveWorth
from croupier_client.stream import Emote as Emote
from croupier_client.stream import Notice as Notice
from croupier_client.sync import Croupier as Croupier
from croupier_client.sync import Table as Table
from croupier_client.table import Move as Move
from croupier_client.table import Played as Played
from croupier_client.turns import Choice as Choice
from croupier_client.turns import Strategy as Strategy
from croupier_client.types import *  # noqa: F403 - all that the document names, and the refusals
