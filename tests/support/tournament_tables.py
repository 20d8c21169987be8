"""The tables of a tournament: clients come to theirs, and matches end."""

from collections.abc import Iterable, Sequence

from tests.support.players import Client, Json, ok
from tests.support.tournament_clients import PATH, entropy, of
from tests.support.waiting import until


def own_table(player: Client, tournament: Json) -> Json:
    """Where the player plays now, once the match is there."""
    tables: list[Json] = []

    def seated() -> bool:
        tables[:] = of(player, tournament)["you"]["tables"]
        return bool(tables) and player.get(f"/v1/matches/{tables[0]['matchId']}").is_success

    until(seated)
    return tables[0]


def come(player: Client, tournament: Json) -> str:
    """Reveal what the player has sealed for its table; return the match."""
    table = own_table(player, tournament)
    match = str(table["matchId"])
    ok(player.post(f"/v1/matches/{match}/entropy", {"entropy": entropy(player, table["seal"])}))
    return match


def begun(player: Client, match: str) -> None:
    """Wait until all have come to a match."""
    until(lambda: player.see(match)["status"] == "active")


def tables_of(player: Client, tournament: Json, number: int) -> list[Json]:
    """The tables of a round."""
    tables: list[Json] = ok(player.get(f"{PATH}/{tournament['id']}/rounds/{number}"))["tables"]
    return tables


def resign_for(
    players: Sequence[Client], tournament: Json, number: int, winners: Iterable[Client]
) -> None:
    """Have each open table of a round end: the first of `winners` who sits there wins it."""
    by_id, order = {each.id: each for each in players}, [each.id for each in winners]
    for table in tables_of(players[0], tournament, number):
        if table["matchId"] is None:
            continue
        ids = sorted((each["id"] for each in table["players"]), key=order.index)
        loser = by_id[ids[-1]]
        begun(loser, table["matchId"])
        ok(loser.post(f"/v1/matches/{table['matchId']}/resign", {}))
