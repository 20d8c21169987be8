"""Logs with one thing changed: a member of an entry, its kind, its time, or the order."""

import dataclasses
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier_match import clock, deadlines
from croupier_match.entries import CLASSES, Entry, Moved
from croupier_match.match import AnyMatch, Restored
from croupier_match.sealing import seal_of

from tests.croupier_match.playing import Playing, player, secret


@dataclass(frozen=True)
class Changed:
    """A log, and the place of the first entry that is another one than before."""

    place: int
    log: list[Entry]


class Changes:
    """Changes of the log of a match, as dice say."""

    def __init__(self, playing: Playing, dice: random.Random) -> None:
        self.game, self.dice, self.log = playing.game, dice, list(playing.log)
        self.versions: list[AnyMatch] = [match for match, _ in playing.past]
        self.seats = range(len(playing.match.seats))
        self._samples: dict[str, Callable[[int], Any]] = {
            "version": lambda at: at + dice.choice((0, 2)),
            "seat": lambda at: dice.randint(-1, len(self.seats)),
            "time": self._time,
            "player": lambda at: player(dice.choice(self.seats), dice.choice(("human", "bot"))),
            "entropy": lambda at: dice.choice(
                ("", "ab", "XY", "AB" * 32, secret(dice.choice(self.seats)))
            ),
            "seal": lambda at: dice.choice(("", "ab", seal_of(secret(dice.choice(self.seats))))),
            "move": self._move,
            "note": lambda at: dice.choice(("", "Enough.", "é")),
            "withheld": self._some,
            "gone": self._some,
            "late": self._some,
            "needs": self._some,
            "to": lambda at: dice.randint(-1, at + 1),
            "kept": lambda at: tuple(dice.choices(range(1, at + 2), k=dice.randint(0, 2))),
            "restored": self._restored,
        }

    def one(self) -> Changed | None:
        """The log with a change; None if it comes to the same."""
        place = self.dice.randrange(len(self.log))
        log = self.dice.choice((self._member, self._member, self._kind, self._order))(place)
        if log == self.log:
            return None
        pairs = enumerate(zip(log, self.log, strict=False))
        first = next((at for at, (one, other) in pairs if one != other), min(len(log), place))
        return Changed(first, log)

    def _member(self, place: int) -> list[Entry]:
        """With one member of an entry changed."""
        entry: Any = self.log[place]
        name = self.dice.choice([each.name for each in dataclasses.fields(entry)])
        return self._with(place, replace(entry, **{name: self._samples[name](place)}))

    def _kind(self, place: int) -> list[Entry]:
        """With another kind of entry, which has the members that both have."""
        entry, kind = self.log[place], self.dice.choice(CLASSES)
        members = {
            name: getattr(entry, name) if name in _names(entry) else self._samples[name](place)
            for name in _names(kind)
        }
        made: Any = kind
        return self._with(place, made(**members))

    def _order(self, place: int) -> list[Entry]:
        """Without an entry, with one twice, or with two neighbours exchanged."""
        log, last = self.log, len(self.log) - 1
        other = self.dice.choice((place, min(place + 1, last)))
        match self.dice.randrange(3):
            case 0:
                changed = [*log[:place], *log[place + 1 :]]
            case 1:
                changed = [*log[: place + 1], log[other], *log[place + 1 :]]
            case _:
                changed = [*log[:place], log[other], log[place], *log[place + 2 :]]
                changed = changed[: len(log)]
        return [replace(each, version=at) for at, each in enumerate(changed, 1)]

    def _with(self, place: int, entry: Entry) -> list[Entry]:
        return [*self.log[:place], entry, *self.log[place + 1 :]]

    def _time(self, place: int) -> str:
        """Around the time before, the time that it has, and the deadline."""
        last = clock.ms(self.log[max(place - 1, 0)].time)
        before = self.versions[place - 1] if place else None
        due = deadlines.deadline(self.game, before) if before else None
        near = self.dice.choice((last, clock.ms(self.log[place].time), due or last))
        return clock.rfc3339_of(near + self.dice.choice((-1, 0, 1, 60_000)))

    def _move(self, place: int) -> Any:
        state = self.versions[max(place - 1, 0)].state
        due = self.game.rules.to_move(state) if state is not None else ()
        if due:
            return self.dice.choice(self.game.rules.legal_moves(state, self.dice.choice(due)))
        return next((each.move for each in self.log if isinstance(each, Moved)), None)

    def _some(self, place: int) -> tuple[int, ...]:
        found = [seat for seat in self.seats if self.dice.random() < 0.5]
        return tuple(found if self.dice.random() < 0.8 else reversed(found))

    def _restored(self, place: int) -> Restored[Any]:
        match = self.dice.choice(self.versions)
        return Restored(match.state, match.left_ms, match.dealt_at)


def _names(entry: Any) -> Sequence[str]:
    return [each.name for each in dataclasses.fields(entry)]
