"""Players who have blocked nobody and hear everybody, without Redis."""

from collections.abc import Collection, Iterable

from gateway.players.blocks import Blocks
from gateway.players.hearing import Hearing


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
