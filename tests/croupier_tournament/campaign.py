"""What holds of every tournament, whoever leaves: properties for tests and campaigns."""

import random
from collections import Counter

from croupier_tournament import Settings, Status, System, commands
from croupier_tournament.entries import Paired, Resulted, Started, Withdrew
from croupier_tournament.pairing.matching import all_can_be_paired

from tests.croupier_tournament.playing import Playing, settings, stroll

MOST_ROUNDS = 12


def random_settings(dice: random.Random, players: int) -> Settings:
    """Settings of any system for so many players."""
    system = dice.choice([System.SWISS, System.SWISS, *System])
    if system is System.ARENA:
        return settings(system, minutes=dice.randrange(1, 3))
    if system is not System.SWISS:
        at_once = system is System.ROUND_ROBIN and dice.random() < 0.3
        return settings(system, legs=dice.choice([1, 2]), all_at_once=at_once)
    seats = dice.choice([2, 2, 2, 3, 4, 5])
    return settings(
        rounds=dice.randrange(1, 1 + min(MOST_ROUNDS, max(players // 2, 1))),
        seats=seats,
        least_seats=dice.randrange(2, seats + 1),
        legs=dice.choice([1, 1, 2]) if seats == 2 else 1,
    )


def random_tournament(seed: str, most: int = 64) -> Playing:
    dice = random.Random(f"settings {seed}")
    players = dice.randrange(4, 1 + most)
    return stroll(seed, random_settings(dice, players), players)


def swiss_with_leavers(seed: str, most: int = 64) -> Playing:
    """A Swiss of up to half as many rounds as players, of whom some leave."""
    dice = random.Random(f"swiss {seed}")
    players = dice.randrange(4, 1 + most)
    rounds = dice.randrange(1, 1 + min(MOST_ROUNDS, players // 2))
    it = Playing(settings(rounds=rounds), seed).started(players)
    leave = sorted(dice.sample([*it.it.players], dice.randrange(players // 2 + 1)))
    while it.it.status is Status.RUNNING:
        it.play_round()
        while leave and it.it.status is Status.RUNNING and dice.random() < 0.5:
            it.do(commands.Withdraw(leave.pop()))
        if it.it.status is Status.RUNNING:
            it.proceed()
    return it


def faults_of(it: Playing) -> list[str]:
    """What should not be in a Swiss of tables of two; a line for each."""
    faults: list[str] = []
    playing, met, free = set[str](), Counter[frozenset[str]](), Counter[str]()
    for entry in it.entries:
        match entry:
            case Started():
                playing = {*it.it.players} - {*entry.withheld}
            case Withdrew():
                playing.discard(entry.player)
            case Paired():
                faults += _of_round(entry, playing, met, free)
            case Resulted() if entry.absent:
                table = it.it.round(entry.round).table(entry.table)
                free.update(each for at, each in enumerate(table.players) if at not in entry.absent)
    if it.it.status is not Status.FINISHED:
        faults.append("it has not ended")
    return faults


def _of_round(
    entry: Paired, playing: set[str], met: Counter[frozenset[str]], free: Counter[str]
) -> list[str]:
    faults: list[str] = []
    named = [*entry.byes, *(each for table in entry.tables for each in table)]
    if sorted(named) != sorted(playing):
        faults.append(f"round {entry.round} does not name everybody once")
    repeated = [number for number, table in enumerate(entry.tables, 1) if met[frozenset(table)]]
    if repeated != [*entry.repeats]:
        faults.append(f"round {entry.round} repeats {repeated} and says {entry.repeats}")
    if repeated and _could_be_new(entry, met):
        faults.append(f"round {entry.round} repeats what need not be")
    if any(free[each] > min(free[other] for other in playing) for each in entry.byes):
        faults.append(f"round {entry.round} has a second bye")
    met.update(map(frozenset, entry.tables))
    free.update(entry.byes)
    return faults


def _could_be_new(entry: Paired, met: Counter[frozenset[str]]) -> bool:
    players = [each for table in entry.tables for each in table]
    barred = [
        {at for at, other in enumerate(players) if met[frozenset((each, other))]}
        for each in players
    ]
    return all_can_be_paired(range(len(players)), barred)
