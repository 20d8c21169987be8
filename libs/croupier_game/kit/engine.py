"""All that the kit takes from the engine, of which no other module of the kit knows."""

from engine.domain.clock import DAY_MS as DAY_MS
from engine.domain.match import Access as Access
from engine.domain.match import ClockOptions as ClockOptions
from engine.domain.match import Entry as Entry
from engine.domain.match import Kind as Kind
from engine.domain.match import Match as Match
from engine.domain.match import OnTimeout as OnTimeout
from engine.domain.match import Player as Player
from engine.domain.match import Seat as Seat
from engine.domain.match import StartMode as StartMode
from engine.domain.match import Status as Status
from engine.domain.match import Undo as Undo
from engine.domain.reducer import AnyEntry as AnyEntry
from engine.domain.reducer import AnyMatch as AnyMatch
from engine.domain.reducer import advance as advance
from engine.domain.reducer import genesis as genesis
from engine.domain.reducer import replay as replay
from engine.domain.registry import GAMES as GAMES
from engine.domain.registry import INSTALLED as INSTALLED
from engine.domain.registry import Game as Game

from croupier_game.seeded import seeded_chance as seeded_chance
