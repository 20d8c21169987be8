"""All that the kit takes from the engine, of which no other module of the kit knows."""

from croupier_match.clock import DAY_MS as DAY_MS
from croupier_match.entries import Created as Created
from croupier_match.entries import Entry as Entry
from croupier_match.entries import Joined as Joined
from croupier_match.entries import Moved as Moved
from croupier_match.entries import Resigned as Resigned
from croupier_match.entries import TimedOut as TimedOut
from croupier_match.evolve import evolve as evolve
from croupier_match.evolve import genesis as genesis
from croupier_match.evolve import replay as replay
from croupier_match.games import Game as Game
from croupier_match.match import Access as Access
from croupier_match.match import AnyMatch as AnyMatch
from croupier_match.match import ClockOptions as ClockOptions
from croupier_match.match import Kind as Kind
from croupier_match.match import Match as Match
from croupier_match.match import OnTimeout as OnTimeout
from croupier_match.match import Player as Player
from croupier_match.match import Seat as Seat
from croupier_match.match import StartMode as StartMode
from croupier_match.match import Status as Status
from croupier_match.match import Undo as Undo
from engine.domain.registry import GAMES as GAMES
from engine.domain.registry import INSTALLED as INSTALLED
from engine.store.entry_rows import entry_row as entry_row
from engine.store.entry_rows import entry_type as entry_type
from engine.store.match_types import match_type as match_type

from croupier_game.seeded import seeded_chance as seeded_chance
