"""Who makes the same moves in a deal meets the same answers, from whichever house they come."""

import random
import signal
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
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

GAMES = ("just4fun", "livingstone", "lost-cities")
MOVES = 8
"""So many a player makes in each."""


def attempt(player: Client, game: str) -> Json:
    deal_id = deals.id_of_day(game, datetime.now(UTC).date())
    return ok(player.post(f"/v1/deals/{deal_id}/try", {}))


def play(player: Client, match: Json) -> list[tuple[int, Any]]:
    """Make MOVES moves by the same dice in each try; return all that was played until then."""
    dice, match_id = random.Random(match["game"]), match["id"]
    for _ in range(MOVES):
        match = in_turn(player, match)
        if moves := player.legal_moves(match_id):
            match = player.move(match_id, dice.choice(moves)["notation"])["match"]
    in_turn(player, match)
    played = ok(player.get(f"/v1/matches/{match_id}/moves"))["moves"]
    return [(each["seat"], each["events"]) for each in played]


def in_turn(player: Client, match: Json) -> Json:
    """The match, as soon as its player is to move or it is over."""
    while match["toMove"] != [0] and not match["outcome"]:
        asked = {"If-None-Match": f'"{match["version"]}"', "Prefer": "wait=50"}
        match = ok(player.get(f"/v1/matches/{match['id']}", asked))
    return match


def test_the_same_moves_meet_the_same_answers_after_a_restart_and_from_another_house(
    quiet: Live, tmp_path: Path
) -> None:
    told = list[Any]()
    for number in range(2):  # each in a process of its own, with other hashes and other accounts
        with house(quiet.url, tmp_path / f"house-{number}") as process:
            player = register(quiet.url)
            for game in GAMES:
                awaited(player, game, "Hugo")
            tries = [attempt(player, game) for game in GAMES]
            with ThreadPoolExecutor(len(GAMES)) as pool:
                told.append([*pool.map(partial(play, player), tries)])
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
