"""The games that this engine plays, by their ids, and by the versions of their rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from croupier_game.installed import Package, find
from croupier_game.replace import replace
from pydantic import TypeAdapter, ValidationError

from engine.domain.errors import NotPlayedHere
from engine.domain.guarded import Guarded, GuardedTable, GuardedWire
from engine.domain.match import Entry, Match


# No slots: cached_property keeps what it has computed in the instance's dict.
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
    def of(cls, package: Package) -> "Game":
        """Return the game of a package, whose own code is called with care from now on."""
        rules = Guarded(package.rules)
        wire, table = GuardedWire(rules, package.wire), GuardedTable(rules, package.table)
        return cls(rules, wire, table, package.page, package.files)

    @cached_property
    def match_json(self) -> TypeAdapter[Match[Any, Any, Any]]:
        rules = self.rules
        return TypeAdapter(Match[rules.Options, rules.State, rules.Event])  # type: ignore[name-defined]

    @cached_property
    def entry_json(self) -> TypeAdapter[Entry[Any, Any]]:
        return TypeAdapter(Entry[self.rules.Move, self.rules.State])  # type: ignore[name-defined]


class Games(Mapping[str, Game]):
    """By its id, the version of each game by which new matches are made.

    Matches of other versions are played as well, if the version is installed: see `of`.
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
        """Every game by every version of its rules that is installed."""
        return self._versions.values()

    def find(self, game_id: str, version: int | None = None) -> Game | None:
        """Return the game by this version of its rules, by default the newest; None if unknown."""
        if version is None:
            return self._newest.get(game_id)
        return self._versions.get((game_id, version))

    def of(self, match: Match[Any, Any, Any]) -> Game:
        """Return the game of the match, with the rules it was made by. Raise NotPlayedHere."""
        try:
            return self._versions[match.game, match.rules_version]
        except KeyError:
            raise NotPlayedHere(match.rules) from None

    @property
    def played(self) -> set[str]:
        """What can be played here, each as ID@VERSION."""
        return {f"{game_id}@{version}" for game_id, version in self._versions}

    def has_rules_of(self, match: Match[Any, Any, Any]) -> bool:
        """Return whether the match can be played here."""
        return (match.game, match.rules_version) in self._versions

    def read(self, game_id: str, json: bytes) -> Match[Any, Any, Any]:
        """Return the match in this JSON. Raise ValidationError.

        Of one that is not played here, what the rules have made is left as plain JSON: all else
        can be read, and whoever asks for the rules is refused by `of`.
        """
        newest = self._newest.get(game_id)
        if newest is not None:
            try:
                match = newest.match_json.validate_json(json)
            except ValidationError:
                # Most matches are of the newest version: the others are read twice.
                if _version_in(json) == newest.rules.VERSION:
                    raise
            else:
                # The members that other rules have more are left out of it.
                if match.rules_version == newest.rules.VERSION:
                    return match
        if game := self._versions.get((game_id, _version_in(json))):
            return game.match_json.validate_json(json)
        return replace(ANY_MATCH.validate_json(json), game=game_id)


def _version_in(json: bytes) -> int:
    """Return by which version of its rules the match in this JSON is played."""
    return ANY_MATCH.validate_json(json).rules_version


ANY_MATCH: TypeAdapter[Match[Any, Any, Any]] = TypeAdapter(Match[Any, Any, Any])
"""Reads what all matches have, whatever their game."""

INSTALLED = find()

GAMES = Games(map(Game.of, INSTALLED.games))
