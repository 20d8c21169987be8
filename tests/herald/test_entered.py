"""What a hook is told of tournaments, by what was known of them."""

from typing import Any

from croupier_tournament import System, commands
from croupier_tournament.entries import Withdrawal
from herald.entered import EVENTS, OLD_MS, entered, follow, is_new
from herald.state import State
from redislink import hooks
from redislink.hooks import Delivery, Hook

from tests.croupier_tournament.playing import BEGIN, MINUTE, Playing, entropy, player, settings

ANN = player(0)


class Told:
    """A hook of Ann, and what it is told."""

    def __init__(self, it: Playing, *events: str, created: int = BEGIN, since: str = "x") -> None:
        urls = "https://x.example.com/"
        self.hook = Hook("H" * 22, ANN, urls, events or hooks.EVENTS, created, [["s", 0]])
        self.state, self.playing = State(since=since), it

    def look(self, now_ms: int = 0) -> list[Delivery]:
        found = [each for each in [entered(self.playing.it, ANN)] if each]
        new = is_new(self.state, found)
        changed = follow(self.hook, self.state, found, now_ms or self.playing.now)
        assert new or not changed
        assert not is_new(self.state, found)
        return changed

    @property
    def queued(self) -> list[tuple[str, int]]:
        return [(each.type, each.version) for each in self.state.queue]

    @property
    def last(self) -> Any:
        return self.state.queue[-1].data


def playing(system: System = System.SWISS, players: int = 5, **members: Any) -> Playing:
    it = Playing(settings(system, **members))
    it.register(range(players))
    return it


def test_a_life_is_told_in_its_order() -> None:
    told = Told(it := playing(rounds=2))
    assert told.look() == []
    it.do(commands.OpenCheckIn())
    told.look()
    assert told.queued == [("checkInOpened", 0)]
    assert told.last == {
        "tournamentId": it.id,
        "game": "nim",
        "version": it.it.version,
        "startTime": "2026-03-01T12:10:00.005Z",
    }
    told.state.queue.clear()  # it has arrived
    it.check_in()
    it.pair()
    told.look()
    ((number, table),) = it.it.players[ANN].tables
    assert told.queued == [("roundPaired", 1)]
    assert told.last["round"] == number == 1
    assert told.last["table"] == table
    assert told.last["bye"] is False
    assert len(told.last["matchId"]) == 22
    told.state.queue.clear()
    it.play()
    told.look()
    assert told.queued == [("tournamentFinished", it.it.version)]
    assert told.last["status"] == "finished"


def test_who_has_a_bye_is_told_so() -> None:
    it = playing(rounds=2)
    it.check_in()
    it.pair()
    told = Told(it)
    told.hook = Hook(*("H" * 22, it.it.rounds[0].byes[0], "", hooks.EVENTS, BEGIN, [["s", 0]]))
    place = entered(it.it, told.hook.player)
    assert place
    follow(told.hook, told.state, [place], it.now)
    assert told.last | {"bye": True, "table": None, "matchId": None, "round": 1} == told.last


def test_what_is_over_is_not_told_late() -> None:
    """A check-in in which the player was, and a round whose table has its result."""
    told = Told(it := playing(rounds=2), *EVENTS)
    it.do(commands.OpenCheckIn())
    told.look()
    it.do(commands.Reveal(ANN, entropy(0)))
    (gone,) = told.look()
    assert (gone.type, gone.state) == ("checkInOpened", "superseded")
    it.check_in()
    it.pair()
    told.look()
    assert told.queued == [("roundPaired", 1)]
    it.play_round()
    (gone,) = told.look()
    assert (gone.type, gone.state) == ("roundPaired", "superseded")
    assert told.queued == []


def test_who_has_revealed_before_a_look_is_not_asked_for_it() -> None:
    told = Told(it := playing(), *EVENTS)
    it.do(commands.OpenCheckIn())
    it.do(commands.Reveal(ANN, entropy(0)))
    assert told.look() == []


def test_a_hook_that_is_made_in_the_middle_is_told_from_the_next_round_on() -> None:
    it = playing(rounds=2, players=4)
    it.check_in()
    it.pair()
    told = Told(it, since="")
    assert told.look() == []
    told.state.since = "x"
    it.play_round()
    told.look()
    it.pair()
    told.look()
    assert told.queued == [("roundPaired", 2)]


def test_of_an_arena_nobody_is_told_who_is_left_over() -> None:
    it = playing(System.ARENA)
    it.check_in()
    it.pair()
    left_over = [each for each in it.it.players if not it.it.players[each].tables]
    assert left_over
    for each in left_over:
        place = entered(it.it, each)
        assert place
        assert not place.bye
        assert not place.round


def test_an_end_that_was_never_seen_is_told_once_and_not_if_it_is_old() -> None:
    it = playing(rounds=1)
    it.check_in()
    it.play()
    told = Told(it)
    told.look()
    assert told.queued == [("tournamentFinished", it.it.version)]
    assert Told(it).look(it.it.at + OLD_MS) == []
    assert Told(it, created=it.it.at + MINUTE).look() == []


def test_who_withdraws_is_told_nothing_more() -> None:
    told = Told(it := playing(rounds=2))
    it.check_in()
    it.pair()
    told.look()
    it.do(commands.Withdraw(ANN, Withdrawal.OWN))
    assert entered(it.it, ANN) is None
    (gone,) = told.look()
    assert (gone.type, gone.state) == ("roundPaired", "superseded")
    assert told.state.tournaments == {}


def test_only_what_is_wanted_is_told() -> None:
    told = Told(it := playing(rounds=2), "tournamentFinished")
    it.check_in()
    it.pair()
    assert told.look() == []
    it.do(commands.Abort("rain"))
    told.look()
    assert told.queued == [("tournamentFinished", it.it.version)]
    assert told.last["status"] == "aborted"
