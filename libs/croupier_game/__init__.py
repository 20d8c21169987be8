"""What the rules of a game import: luck, refusals, records. The standard library alone."""

from croupier_game.chance import Chance as Chance
from croupier_game.choose import Choose as Choose
from croupier_game.choose import Condition as Condition
from croupier_game.choose import Moves as Moves
from croupier_game.errors import IllegalMove as IllegalMove
from croupier_game.errors import InvalidMove as InvalidMove
from croupier_game.errors import InvalidOptions as InvalidOptions
from croupier_game.members import Secret as Secret
from croupier_game.records import dataclass as dataclass
from croupier_game.replace import replace as replace
from croupier_game.view import View as View
