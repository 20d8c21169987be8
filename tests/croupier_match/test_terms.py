"""The terms of a match: the hash of all that is agreed before its first entry."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
import rfc8785
from croupier_just4fun import rules as just4fun
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    Kind,
    OnTimeout,
    StartMode,
    TournamentTable,
    UndoMode,
)
from croupier_match.settings import MatchSettings
from croupier_match.terms import terms
from engine.domain.creation import new_match
from engine.domain.registry import GAMES
from engine.rpc.match_views import MatchViews

from tests.support.matches import created, moved, seated
from tests.vectors.tables import Table

SEED = "5eed" * 16
MATCH_ID = "kqFT0Yg1Qm2n3o4p5q6r7s"
BANK = ClockOptions(bank_ms=60_000, increment_ms=2_500)
SETTINGS = MatchSettings(
    lost_cities.ID, lost_cities.Options(), clock=BANK, deal=Deal.SEALED, reveal_ms=20_000
)
AT = TournamentTable("t" * 22, round=1, table=1)
# Printed once.
TERMS = "4a1d5aa17d32d2759205f3a70207ed52aaf6f824395f1fb243d4e430bec1254f"


def match_of(**others: Any) -> AnyMatch:
    return new_match(MATCH_ID, SEED, replace(SETTINGS, **others))


def by_the_page(shown: dict[str, Any]) -> str:
    """The terms of a match as docs/fairness.md has them, by the library rfc8785."""
    fairness, clock = shown["fairness"], shown["clock"]
    names = ("id", "game", "rulesVersion", "options", "goneAfter", "deal", "start", "undoMode")
    agreed = {name: shown[name] for name in names}
    agreed["clock"] = clock and {
        name: clock[name] for name in ("perMove", "bank", "increment", "onTimeout")
    }
    agreed["reveal"] = fairness.get("reveal")
    agreed |= {name: fairness[name] for name in ("recipe", "commitment")}
    agreed |= {name: shown[name] for name in ("rated", "tournament") if name in shown}
    return hashlib.sha256(b"croupier terms v1\0" + rfc8785.dumps(agreed)).hexdigest()


def shown(match: AnyMatch) -> dict[str, Any]:
    match_shown: dict[str, Any] = json.loads(MatchViews(match).text(None).match)
    return match_shown


def test_known_terms() -> None:
    match = match_of()
    assert terms(GAMES.of(match), match) == match.log_head == TERMS


@pytest.mark.parametrize(
    "match",
    [
        match_of(),
        match_of(clock=None, deal=Deal.OPEN, reveal_ms=0),
        match_of(clock=ClockOptions(per_move_ms=1_001, on_timeout=OnTimeout.RANDOM)),
        match_of(game=livingstone.ID, options=livingstone.Options(start_seat=1), seats=5),
        match_of(game=just4fun.ID, options=None, start=StartMode.MANUAL, undo=UndoMode.NEVER),
        match_of(clock=None, rated=True),
        match_of(tournament=AT),
    ],
    ids=lambda match: f"{match.game} {match.clock}",
)
def test_terms_are_of_what_is_shown(match: AnyMatch) -> None:
    """What is shown is all that a stranger needs for them."""
    seen = shown(match)
    assert (
        seen["fairness"]["terms"]
        == by_the_page(seen)
        == terms(GAMES.of(match), match)
        == match.log_head
    )


OTHERS: dict[str, AnyMatch] = {
    "id": new_match(MATCH_ID[::-1], SEED, SETTINGS),
    "commitment": new_match(MATCH_ID, SEED[::-1], SETTINGS),
    "game": match_of(game=just4fun.ID, options=None),
    "options": match_of(options=lost_cities.Options(rounds=2)),
    "a default": match_of(options=lost_cities.Options(start_seat=0)),
    "no clock": match_of(clock=None),
    "bank": match_of(clock=replace(BANK, bank_ms=60_001)),
    "increment": match_of(clock=replace(BANK, increment_ms=2_501)),
    "onTimeout": match_of(clock=replace(BANK, on_timeout=OnTimeout.RANDOM)),
    "goneAfter": match_of(gone_after_ms=121_000),
    "nobody is gone": match_of(gone_after_ms=0),
    "perMove": match_of(clock=ClockOptions(per_move_ms=60_000)),
    "deal": match_of(deal=Deal.OPEN, reveal_ms=0),
    "reveal": match_of(reveal_ms=20_001),
    "start": match_of(start=StartMode.MANUAL),
    "undoMode": match_of(undo=UndoMode.NEVER),
    "rated": match_of(rated=True),
    "tournament": match_of(tournament=AT),
    "round": match_of(tournament=replace(AT, round=2)),
    "table": match_of(tournament=replace(AT, table=2)),
    "another tournament": match_of(tournament=replace(AT, id="T" * 22)),
}


def test_each_setting_is_in_them() -> None:
    assert len({each.log_head for each in (match_of(), *OTHERS.values())}) == 1 + len(OTHERS)


def test_what_is_not_agreed_is_not_in_them() -> None:
    assert match_of(access=Access.PRIVATE, talk=False).log_head == match_of().log_head


def test_no_version_changes_them() -> None:
    match, _ = created()
    agreed = terms(GAMES.of(match), match)
    match, _ = seated(match, 1)
    for _ in range(3):
        match, _ = moved(match)
        assert shown(match)["fairness"]["terms"] == agreed != match.log_head


def test_taking_back_does_not_change_them() -> None:
    table = Table("terms", lost_cities.ID, undo=match_of().undo).seated().played(1)
    agreed = terms(GAMES.of(table.match), table.match)
    (seat,) = [each.seat for each in table.log if each.kind == Kind.MOVE]
    table.do(Kind.ASKED, seat, to=2, needs=(1 - seat,))
    assert terms(GAMES.of(table.match), table.match) == agreed
