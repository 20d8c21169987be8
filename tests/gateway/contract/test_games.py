"""Games as engines describe them, good and bad, and all of them at one moment."""

from typing import Any

import pytest
from gateway.contract.games import Game, Games, Unusable
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from tests.gateway.contract.bundles import ALL, bundle_of, file_of, game_of
from tools.openapi import installed


def commented() -> FileDescriptorProto:
    file = file_of(**{**ALL, "Move": ["take"]})
    places = {(4, 1): " A turn.\n ", (4, 1, 2, 0): " How many\n are taken.", (12,): "Syntax."}
    for path, comment in places.items():
        file.source_code_info.location.add(path=path, leading_comments=comment)
    return file


def test_a_description_has_all_that_is_known_of_a_game() -> None:
    files = [{"path": "board.js", "content": b"export {};"}]
    bundle = bundle_of(commented(), rules="# Heap", default_options=b'{"size":12}', files=files)
    game = Game.of(bundle)
    assert (game.id, game.rules_version, game.digest) == ("heap", 1, bundle.digest)
    assert (game.name, game.prefix, game.min_seats, game.max_seats) == ("heap", "Heap", 2, 2)
    assert (game.rules, game.defaults) == ("# Heap", b'{"size":12}')
    assert game.files == {"board.js": b"export {};"}
    take = "How many are taken."
    assert game.comments == {"games.heap.Move": "A turn.", "games.heap.Move.take": take}


def test_its_messages_are_packed_with_the_version_of_its_rules() -> None:
    game = game_of(commented(), rules_version=3)
    packed = game.packed(game.messages["Move"](take=2))
    assert packed.rules_version == 3
    assert game.messages["Move"].FromString(packed.value).take == 2


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"descriptors": b"\1"}, "DecodeError"),
        ({"descriptors": b""}, "IndexError"),
        ({"default_options": b"{"}, "JSONDecodeError"),
        ({"default_options": b"[]"}, "no JSON object"),
        ({"name": "7 Wonders"}, "begin with a letter"),
        ({"name": "..."}, "begin with a letter"),
    ],
)
def test_what_cannot_be_read_is_unusable(members: dict[str, Any], reason: str) -> None:
    with pytest.raises(Unusable, match=reason):
        Game.of(bundle_of(file_of(**ALL), **members))


def test_descriptors_that_cannot_be_loaded_are_unusable() -> None:
    file = file_of(**ALL)
    file.dependency.append("elsewhere.proto")
    with pytest.raises(Unusable, match="TypeError"):
        game_of(file)


@pytest.mark.parametrize("missing", ALL)
def test_a_game_without_one_of_the_four_messages_is_unusable(missing: str) -> None:
    with pytest.raises(Unusable, match=missing):
        game_of(file_of(**{name: [] for name in ALL if name != missing}))


def test_games_are_in_the_order_of_their_ids_and_each_is_there_by_its_newest_rules() -> None:
    old, new = (game_of(file_of(**ALL), rules_version=version) for version in (1, 2))
    other = game_of(file_of(**ALL), game="beans")
    games = Games([new, other], [old])
    assert [*games.items()] == [("beans", other), ("heap", new)]
    assert games.digests == (other.digest, new.digest)
    assert {*games.versions} == {old, new, other}
    assert [games.version("heap", number) for number in (1, 2, 3)] == [old, new, None]


def test_no_game_is_compiled_in() -> None:
    assert not Games()
    assert [*installed()] == ["just4fun", "livingstone", "lost-cities"]
