"""The suites that every game must pass, as a plug-in of pytest, and what a spec is made of."""

from croupier_game.kit.spec import Oracle as Oracle
from croupier_game.kit.spec import Secrets as Secrets
from croupier_game.kit.spec import Specimen as Specimen
