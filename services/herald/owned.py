"""The hooks of this herald's partitions: whose they are, and when each is looked at."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TypeAlias

from redislink.channels import EMOTE, FRIEND, player_channel
from redislink.hooks import partition
from redislink.pubsub import Subscriber

LOOK_S = 60.0
"""How often each hook is looked at: what notices have not told is found then."""
BATCH = 200
"""The most hooks that are looked at together."""
Notified: TypeAlias = Callable[[str, str], None]
"""Takes the id of a hook and a notice of its player's channel."""


class Owned:
    """Which hooks there are, and whom to ask about them first."""

    def __init__(
        self,
        subscriber: Subscriber,
        on_notice: Notified,
        on_forgotten: Callable[[str], None] = lambda hook_id: None,
    ) -> None:
        """`on_forgotten` takes the id of each hook that is had no more."""
        self.parts: frozenset[int] = frozenset()
        self._subscriber, self._on_notice = subscriber, on_notice
        self._on_forgotten = on_forgotten
        self._player_of: dict[str, str] = {}
        self._of_player: defaultdict[str, set[str]] = defaultdict(set)
        self._listeners: dict[str, Callable[[str | None], None]] = {}
        self._fresh: dict[str, None] = {}
        """The hooks that are to be looked at before all others."""
        self._looks: dict[str, float] = {}
        """When each hook is looked at again, the next one first."""

    def __len__(self) -> int:
        return len(self._player_of)

    def take(self, parts: Collection[int]) -> Collection[int]:
        """Have these partitions and no others; return those that are new."""
        new = frozenset(parts) - self.parts
        if self.parts - frozenset(parts):
            self.parts = frozenset(parts)
            self._forget_all(each for each in self._player_of if not self.has(each))
        self.parts = frozenset(parts)
        return new

    def has(self, hook_id: str) -> bool:
        """Return whether a hook is this herald's, known already or not."""
        return partition(hook_id) in self.parts

    def of_installation(self) -> list[str]:
        """Return the hooks that are no player's."""
        return [*self._of_player.get("", ())]

    def unknown(self, hook_ids: Iterable[str]) -> list[str]:
        """Return those hooks that are not known yet."""
        return [each for each in hook_ids if each not in self._player_of]

    def keep_only(self, hook_ids: Collection[str], parts: Collection[int]) -> None:
        """Forget the hooks of these partitions that are not among these."""
        gone = (one for one in self._player_of if one not in hook_ids and partition(one) in parts)
        self._forget_all(gone)

    def learn(self, hook_id: str, player_id: str) -> None:
        """Have a hook from now on. It is looked at at once."""
        if hook_id in self._player_of:
            return
        self._player_of[hook_id] = player_id
        self._of_player[player_id].add(hook_id)
        if not player_id:
            return
        self._fresh[hook_id] = None
        if player_id not in self._listeners:
            listener = self._listeners[player_id] = partial(self._on_message, player_id)
            self._subscriber.add(player_channel(player_id), listener)

    def forget(self, hook_id: str) -> None:
        """Have a hook no more."""
        player_id = self._player_of.pop(hook_id, None)
        if player_id is None:
            return
        self._on_forgotten(hook_id)
        self._looks.pop(hook_id, None)
        self._fresh.pop(hook_id, None)
        self._of_player[player_id].discard(hook_id)
        if not self._of_player[player_id]:
            del self._of_player[player_id]
            if player_id:
                listener = self._listeners.pop(player_id)
                self._subscriber.remove(player_channel(player_id), listener)

    def next_looks(self, now: float) -> list[str]:
        """Return the hooks that are to be looked at now, up to BATCH; the next time is set."""
        some = [each for each, _ in zip(self._fresh, range(BATCH), strict=False)]
        for each in some:
            del self._fresh[each]
        for each, at in self._looks.items():
            if at > now or len(some) == BATCH:
                break
            if each not in some:
                some.append(each)
        for each in some:
            self._looks.pop(each, None)
            self._looks[each] = now + LOOK_S
        return some

    def _forget_all(self, hook_ids: Iterable[str]) -> None:
        for each in [*hook_ids]:
            self.forget(each)

    def _on_message(self, player_id: str, message: str | None) -> None:
        hooks = self._of_player.get(player_id, ())
        if message is None:  # the subscription has just begun, and some may have been missed
            self._fresh.update(dict.fromkeys(hooks))
            return
        about, _, told = message.partition(" ")
        if about != FRIEND and not told.startswith(EMOTE):
            for each in hooks:
                self._on_notice(each, message)
