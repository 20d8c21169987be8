"""Who makes the same moves in a deal meets the same answers, from whichever house they come."""

import random
import signal
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from croupier_client import Turn
from redislink import deals

from bots.deals import dice_of
from tests.bots.test_house import house
from tests.support.live import Live
from tests.support.opponents import awaited
from tests.support.players import Client, Json, ok, register
from tests.support.waiting import until

GAMES = ("just4fun", "livingstone", "lost-cities")
MOVES = 8
"""So many a player makes in each."""


def attempt(player: Client, game: str) -> Json:
    deal_id = deals.id_of_day(game, datetime.now(UTC).date())
    return ok(player.post(f"/v1/deals/{deal_id}/try", {}))


def play(player: Client, match: Json) -> list[tuple[int, Any]]:
    """Make MOVES moves by the same dice in each try; return all that was played until then."""
    dice, match_id = random.Random(match["game"]), match["id"]

    def waits() -> bool:
        seen = player.see(match_id)
        return seen["toMove"] == [0] or bool(seen["outcome"])

    for _ in range(MOVES):
        until(waits, 60)
        if moves := player.legal_moves(match_id):
            player.move(match_id, dice.choice(moves)["notation"])
    until(waits, 60)
    played = ok(player.get(f"/v1/matches/{match_id}/moves"))["moves"]
    return [(each["seat"], each["events"]) for each in played]


def test_the_same_moves_meet_the_same_answers_after_a_restart_and_from_another_house(
    quiet: Live, tmp_path: Path
) -> None:
    told = list[Any]()
    for number in range(2):  # each in a process of its own, with other hashes and other accounts
        with house(quiet.url, tmp_path / f"house-{number}") as process:
            player = register(quiet.url)
            for game in GAMES:
                awaited(player, game, "Hugo")
            told.append([play(player, attempt(player, game)) for game in GAMES])
            process.send_signal(signal.SIGTERM)  # it takes its offers back
            assert process.wait(60) == 0
    assert told[0] == told[1]
    assert all(len(each) > MOVES for each in told[0])


def turn(**members: Any) -> Turn:
    shown = {"decision": 7, "seat": 1, "state": {"hand": ["Y7"]}, "moves": [{"notation": "Y7+*"}]}
    made: Any = SimpleNamespace(**shown | members)
    return made  # type: ignore[no-any-return]


def rolled(key: str = "k" * 32, name: str = "Hugo", deal: str = "d", **members: Any) -> float:
    return dice_of(key, name, deal, turn(**members)).random()


def test_dice_follow_from_the_key_the_deal_the_player_and_all_that_its_seat_sees() -> None:
    assert rolled() == rolled()
    others = [
        rolled(key="l" * 32),
        rolled(name="Otto"),
        rolled(deal="e"),
        rolled(decision=8),
        rolled(seat=2),
        rolled(state={"hand": ["Y8"]}),
        rolled(moves=[{"notation": "Y8+*"}]),
    ]
    assert len({rolled(), *others}) == 1 + len(others)


def test_dice_know_nothing_of_the_match_and_of_who_plays() -> None:
    assert rolled() == rolled(match_id="m", version=9, events=["said"])
