"""Games behind the guarded layer, by their ids, and by the versions of their rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from croupier_game.installed import Package

from croupier_match.guard import Failed, Limit, unheard, unlimited
from croupier_match.guarded import Guarded, GuardedTable, GuardedWire
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotPlayedHere


@dataclass(frozen=True, eq=False)
class Game:
    """One game, by one version of its rules."""

    rules: Guarded
    wire: GuardedWire
    table: GuardedTable
    page: str = ""
    """The rules for players, in Markdown."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """What the page of the web table may load, by path."""

    @classmethod
    def of(cls, package: Package, limit: Limit = unlimited, failed: Failed = unheard) -> "Game":
        """Return the game of a package, whose own code is called with care from now on."""
        rules = Guarded(package.rules, limit, failed)
        wire, table = GuardedWire(rules, package.wire), GuardedTable(rules, package.table)
        return cls(rules, wire, table, package.page, package.files)


class Games(Mapping[str, Game]):
    """By its id, the version of each game by which new matches are made.

    Matches of other versions are played as well, if the version is there: see `of`.
    """

    def __init__(self, games: Iterable[Game] = ()) -> None:
        self._newest: dict[str, Game] = {}
        self._versions: dict[tuple[str, int], Game] = {}
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        """Play the game, and make new matches by these rules unless there are newer ones."""
        rules = game.rules
        self._versions[rules.ID, rules.VERSION] = game
        newest = self._newest.get(rules.ID)
        if newest is None or newest.rules.VERSION <= rules.VERSION:
            self._newest[rules.ID] = game

    def remove(self, game_id: str) -> None:
        """Play no version of the game any more."""
        self._newest.pop(game_id, None)
        for each in [key for key in self._versions if key[0] == game_id]:
            del self._versions[each]

    def __getitem__(self, game_id: str) -> Game:
        return self._newest[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._newest)

    def __len__(self) -> int:
        return len(self._newest)

    @property
    def versions(self) -> Iterable[Game]:
        """Every game by every version of its rules that is there."""
        return self._versions.values()

    def find(self, game_id: str, version: int | None = None) -> Game | None:
        """Return the game by this version of its rules, by default the newest; None if unknown."""
        if version is None:
            return self._newest.get(game_id)
        return self._versions.get((game_id, version))

    def of(self, match: AnyMatch) -> Game:
        """Return the game of the match, with the rules it was made by. Raise NotPlayedHere."""
        try:
            return self._versions[match.game, match.rules_version]
        except KeyError:
            raise NotPlayedHere(match.rules) from None

    @property
    def played(self) -> set[str]:
        """What can be played here, each as ID@VERSION."""
        return {f"{game_id}@{version}" for game_id, version in self._versions}

    def has_rules_of(self, match: AnyMatch) -> bool:
        """Return whether the match can be played here."""
        return (match.game, match.rules_version) in self._versions
