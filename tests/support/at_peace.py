"""Players who have blocked nobody, hear everybody and have joined nothing, without Redis."""

from collections.abc import Collection, Iterable

from gateway.players.blocks import Blocks
from gateway.players.hearing import Hearing
from gateway.streams.event_queue import StreamEvent
from gateway.streams.own_tournaments import OwnTournaments, Tell


class Unblocked(Blocks):
    def __init__(self) -> None:
        pass

    async def of_many(self, player_ids: Iterable[str]) -> dict[str, frozenset[str]]:
        return dict.fromkeys(player_ids, frozenset())


class AllEars(Hearing):
    def __init__(self, *deaf: str) -> None:
        """All but these."""
        self.deaf = {*deaf}

    async def deaf_to(self, sender_id: str, listener_ids: Collection[str]) -> set[str]:
        return self.deaf & {*listener_ids} - {sender_id}


UNBLOCKED, ALL_EARS = Unblocked(), AllEars()


class Tournamentless(OwnTournaments):
    """Without Redis: the player has joined nothing."""

    def __init__(self, tell: Tell) -> None:
        pass

    async def first(self) -> list[StreamEvent]:
        return []

    async def look(self) -> None:
        pass

    async def close(self) -> None:
        pass
