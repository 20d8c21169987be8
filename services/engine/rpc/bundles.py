"""Bundles: the description and the files of a game, for gateways."""

import hashlib
from functools import lru_cache

import orjson
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.clock import timeouts
from croupier_match.games import Game

from engine.domain.registry import GAMES


def version(game: Game) -> pb.GameVersion:
    """Return what tells the game, in these rules, from others."""
    rules = game.rules
    return pb.GameVersion(
        game=rules.ID,
        rules_version=rules.VERSION,
        digest=bundle(game).digest,
        newest=GAMES.get(rules.ID) is game,
    )


@lru_cache
def bundle(game: Game) -> pb.GameBundle:
    """Return all that a gateway has to know about the game, with a digest of it."""
    rules = game.rules
    made = pb.GameBundle(
        game=rules.ID,
        rules_version=rules.VERSION,
        name=rules.NAME,
        min_seats=rules.MIN_SEATS,
        max_seats=rules.MAX_SEATS,
        descriptors=game.wire.descriptors,
        default_options=orjson.dumps(game.wire.options_json(rules.Options())),
        rules=game.page,
        files=[pb.File(path=path, content=content) for path, content in game.files.items()],
        rated=[
            pb.Preset(
                options=orjson.dumps(game.wire.options_json(each.options)),
                seats=each.seats,
                name=each.name,
            )
            for each in rules.RATED
        ],
        on_timeout=[pb.OnTimeout.Value(f"ON_TIMEOUT_{each.upper()}") for each in timeouts(game)],
    )
    made.digest = hashlib.sha256(made.SerializeToString(deterministic=True)).hexdigest()[:32]
    return made
