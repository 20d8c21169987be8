"""Ids and seeds are random, or follow from idempotency keys."""

import re

from engine.domain.ids import (
    derived_id,
    match_id_for_key,
    random_id,
    random_seed,
    ticket_id_for_key,
)

ID = re.compile(r"[\w-]{22}", re.ASCII)


def test_ids_and_seeds_are_random() -> None:
    assert ID.fullmatch(random_id())
    assert re.fullmatch("[0-9a-f]{64}", random_seed())
    assert len({random_id() for _ in range(100)}) == len({random_seed() for _ in range(100)}) == 100


def test_an_id_follows_from_player_and_key() -> None:
    """Stored matches and tickets are found by these ids, so they must never change."""
    assert match_id_for_key("key", "player", "secret") == "1MdOCF0QJYR9oA9YreTXtQ"
    assert ticket_id_for_key("key", "player", "secret") == "xlgE8V_81TXM9X3qJFWt0w"
    same = {derived_id("create", "ab", "c"), derived_id("create", "a", "bc")}
    assert len(same) == 2, "parts are kept apart"
