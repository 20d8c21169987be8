"""Matches played without a server, of any game, each by its own fixed chance."""

import hashlib
import random
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_lost_cities.types import DECK
from croupier_match import absence, clock, sealing, terms
from croupier_match.entries import BY_KIND, Entry
from croupier_match.evolve import evolve, genesis, replay
from croupier_match.forced import forced_move, forced_seat
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    DealOf,
    Kind,
    Match,
    Player,
    Seat,
    StartMode,
    TournamentTable,
    Undo,
)
from croupier_match.sealing import ENTROPY_BYTES, REVEAL_MS, seal_of
from engine.domain.registry import GAMES
from engine.service.queries.match_queries import LoggedEntry

from tests.support.replay_text import replay_of

Json = dict[str, Any]

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")
OPENED_MS = 1_772_366_400_000
SECOND_MS = 1000
HASTE = 0.9
"""How often a random move of Lost Cities draws from the deck, so that rounds end."""


@dataclass
class Table:
    """A match and its log. All that is random follows from `name`; chance is from `source`, which
    is that of honest servers."""

    name: str
    game: str
    seats: int = 2
    options: Any = None
    sealed: bool = False
    source: ChanceSource = seeded_chance
    start: StartMode = StartMode.AUTO
    clock: ClockOptions | None = None
    undo: Undo | None = None
    rated: bool = False
    tournament: TournamentTable | None = None
    deal_of: DealOf | None = None
    gone_after_ms: int = 0
    now_ms: int = OPENED_MS
    log: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = random.Random(self.name)
        self.secrets: dict[int, str] = {}
        rules = GAMES[self.game].rules
        digest = hashlib.sha256(self.name.encode()).digest()
        self.match: AnyMatch = genesis(
            GAMES[self.game],
            Match(
                id=urlsafe_b64encode(digest[:16]).decode().rstrip("="),
                game=self.game,
                rules_version=rules.VERSION,
                options=rules.Options() if self.options is None else self.options,
                access=Access.PUBLIC,
                start=self.start,
                invite_code="",
                seed=self.random.randbytes(32).hex(),
                seats=(Seat(),) * self.seats,
                clock=self.clock,
                undo=self.undo,
                rated=self.rated,
                tournament=self.tournament,
                deal_of=self.deal_of,
                gone_after_ms=self.gone_after_ms,
                deal=Deal.SEALED if self.sealed else Deal.OPEN,
                reveal_ms=REVEAL_MS if self.sealed else 0,
            ),
        )

    @property
    def state(self) -> Any:
        """The table of a match that has been dealt."""
        return self.match.state

    @property
    def outcome(self) -> Any:
        """The result of a match that has ended."""
        return self.match.outcome

    def do(self, kind: Kind, seat: int, after_ms: int = SECOND_MS, **more: Any) -> "Table":
        """One more entry, so long after the last one; and the moves that the server must make."""
        self.now_ms += after_ms
        self.add(kind, seat, **more)
        while (forced := forced_seat(GAMES.of(self.match), self.match)) is not None:
            move = forced_move(GAMES.of(self.match), self.match, forced, self.source)
            self.add(Kind.MOVE, forced, move=move)
        return self

    def bound(self, *seats: int, after_ms: int = SECOND_MS, entropy: int = 16) -> "Table":
        """Players sit down, by default all of them; each gives so many bytes of entropy, or in a
        sealed deal a seal."""
        for seat in seats or range(self.seats):
            kind = Kind.CREATED if not self.log else Kind.JOINED
            player = Player(f"{NAMES[seat].lower()}-{len(self.log)}", NAMES[seat], "human")
            self.do(kind, seat, after_ms, player=player, **self._given(seat, entropy))
        return self

    def seated(self, *seats: int) -> "Table":
        """The same; and entropy is revealed, if it is the time for that."""
        return self.bound(*seats).revealed()

    def revealed(self, *but: int) -> "Table":
        """If it is the time for that, all seats `but` these reveal, in any order."""
        if self.match.reveal_by:
            order = [seat for seat in self.secrets if seat not in but]
            self.random.shuffle(order)
            for seat in order:
                self.do(Kind.REVEALED, seat, entropy=self.secrets[seat])
        return self

    def withheld(self) -> "Table":
        """The time to reveal is over."""
        due = clock.ms(self.match.reveal_by) - self.now_ms
        return self.do(Kind.ABORTED, 0, due, withheld=sealing.to_reveal(self.match))

    def at_once(self, entropy: int = 16) -> "Table":
        """All players at the same moment: by tickets, or in a rematch."""
        return self.bound(after_ms=0, entropy=entropy).revealed()

    def played(self, moves: int = 10_000) -> "Table":
        """Random legal moves, to the end or so many."""
        rules = GAMES[self.game].rules
        while moves and self.match.state is not None and not self.match.ended:
            due = rules.to_move(self.match.state)
            # Not drawn where there is one only: what comes then is in files.
            seat = self.random.choice(due) if len(due) > 1 else due[0]
            legal = rules.legal_moves(self.match.state, seat)
            fast = [move for move in legal if getattr(move, "draw", DECK) == DECK]
            chosen = self.random.choice(fast if self.random.random() < HASTE else legal)
            self.do(Kind.MOVE, seat, move=chosen)
            moves -= 1
        return self

    def resigned(self, *seats: int) -> "Table":
        for seat in seats:
            self.do(Kind.RESIGNED, seat)
        return self

    def late(self) -> "Table":
        """The time of the seat that is to move runs out."""
        due = clock.deadline(GAMES.of(self.match), self.match)
        assert due
        late = clock.overdue_seats(GAMES.of(self.match), self.match)
        return self.do(Kind.TIMEOUT, late[0], due - self.now_ms, late=late)

    def claimed(self, seat: int, kind: Kind = Kind.CLAIMED) -> "Table":
        """The seats that are to move are gone, as `seat` claims, or calls the match off for."""
        gone = tuple(absence.others_to_move(GAMES.of(self.match), self.match, seat))
        return self.do(kind, seat, self.gone_after_ms, gone=gone)

    def aborted(self, note: str = "") -> "Table":
        return self.do(Kind.ABORTED, 0, note=note)

    def replay(self, seat: int | None = None) -> Json:
        """What the server answers to `seat` when it asks for the replay."""
        return replay_of(self.match, seat, self._logged())

    def _given(self, seat: int, entropy: int) -> Json:
        """What a player gives: a seal, or so many bytes of entropy."""
        secret = self.random.randbytes(ENTROPY_BYTES if self.sealed else entropy).hex()
        if not self.sealed:
            return {"entropy": secret}
        self.secrets[seat] = secret
        return {"seal": seal_of(secret)}

    def add(self, kind: Kind, seat: int, **more: Any) -> None:
        """One more entry, and no forced ones after it."""
        time = clock.rfc3339_of(self.now_ms)
        entry: Entry = BY_KIND[kind](self.match.version + 1, seat, time, **more)
        self.match = evolve(GAMES.of(self.match), self.match, entry, self.source)
        self.log.append(entry)

    def _logged(self) -> Iterator[LoggedEntry]:
        prev = terms.terms(GAMES.of(self.match), self.match)
        for past, entry in zip(self._past(), self.log, strict=True):
            yield LoggedEntry(entry, prev, past.log_head)
            prev = past.log_head

    def _past(self) -> Iterator[AnyMatch]:
        return replay(GAMES.of(self.match), self.match, self.log, self.source)
