"""The schemas of the OpenAPI document, made from the models and the protobuf descriptors."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import CoreSchema

from gateway.contract import (
    access_models,
    access_requests,
    analysis_requests,
    choices,
    deal_models,
    deal_requests,
    history_models,
    hook_models,
    match_models,
    match_requests,
    move_requests,
    opponent_requests,
    player_models,
    player_requests,
    rating_models,
    request_models,
    response_models,
    tournament_models,
    tournament_requests,
)
from gateway.contract.document import by_game, examples, json_schema
from gateway.contract.document.json_schema import REFERENCE, Schema
from gateway.contract.games import Game, Games
from gateway.contract.request_models import EITHER

Schemas = dict[str, Schema]
Operations = Mapping[str, type[BaseModel]]

REQUESTS: tuple[type[BaseModel], ...] = (
    player_requests.NewPlayer,
    opponent_requests.Availability,
    opponent_requests.NewInvitation,
    player_requests.NewToken,
    player_requests.NewReport,
    player_requests.NewPairing,
    player_requests.Paired,
    opponent_requests.Code,
    match_requests.NewMatch,
    match_requests.NewTicket,
    match_requests.Join,
    request_models.Nothing,
    match_requests.Entropy,
    match_requests.NewEmote,
    analysis_requests.TakeAnalysis,
    analysis_requests.AnalysisReport,
    match_requests.WantRematch,
    match_requests.WantUndo,
    match_requests.Claim,
    move_requests.NewMove,
    move_requests.MoveInMatch,
    move_requests.NewMoves,
    player_requests.PlayerChange,
    hook_models.NewWebhook,
    hook_models.PushKeys,
    hook_models.NewPush,
    access_requests.NewIdentity,
    access_requests.NewPasskey,
    access_requests.PasskeyChange,
    access_requests.NewSession,
    tournament_requests.NewTournament,
    tournament_requests.JoinTournament,
    tournament_requests.CheckIn,
    tournament_requests.MoreSeals,
    tournament_requests.AbortTournament,
    tournament_requests.RemovePlayer,
    deal_requests.NewDeal,
)
ANSWERS: tuple[type[BaseModel], ...] = (
    player_models.PlayerAndToken,
    player_models.OwnPlayer,
    player_models.Friends,
    player_models.Friendship,
    player_models.Blocked,
    player_models.Block,
    player_models.ReportMade,
    hook_models.Webhooks,
    hook_models.WebhookAndSecret,
    hook_models.WebhookSecret,
    hook_models.WebhookDeliveries,
    hook_models.WebhookTest,
    hook_models.Push,
    hook_models.PushBrowser,
    player_models.Offered,
    player_models.AvailablePlayers,
    player_models.Invitations,
    match_models.Terms,
    player_models.Presence,
    rating_models.Leaderboards,
    rating_models.Leaderboard,
    rating_models.Profile,
    rating_models.RatingHistory,
    rating_models.Meetings,
    match_models.Tickets,
    response_models.About,
    player_models.Tokens,
    player_models.TokenAndValue,
    player_models.Pairing,
    access_models.CreationOptions,
    access_models.RequestOptions,
    access_models.Session,
    access_models.Access,
    access_models.RecoveryCode,
    access_models.RelatedOrigins,
    response_models.Games,
    match_models.Matches,
    match_models.Change,
    match_models.Results,
    history_models.History,
    match_models.Rematch,
    match_models.Ticket,
    response_models.Analysis,
    response_models.Taken,
    history_models.Replay,
    tournament_models.Tournaments,
    tournament_models.Tournament,
    tournament_models.TournamentStandings,
    tournament_models.TournamentRound,
    tournament_models.TournamentPlayers,
    response_models.Health,
    *(model for _, models in choices.CHOICES.values() for model in models),
    deal_models.Deals,
    deal_models.Deal,
    deal_models.DealBoard,
)
"""With those that they contain, all that is answered."""


def schemas(operations: Operations, games: Games) -> Schemas:
    """Return all schemas; `operations` are the requests of a socket by their `op`."""
    made = _exact(by_game.expand(_models(operations), games.values()))
    for game in games.values():
        made |= json_schema.components(game)
    return dict(sorted(made.items()))


def fitting(operations: Operations, games: Iterable[Game]) -> tuple[list[Game], dict[Game, str]]:
    """Return the games that one document can describe, and for each of the others why it cannot.

    Of two with schemas of one name, it can describe the first.
    """
    models = _models(operations)
    gaps, taken = by_game.with_gaps(models), {*models}
    fit, unfit = list[Game](), dict[Game, str]()
    for game in games:
        try:
            names = [*json_schema.components(game), *(game.prefix + each for each in gaps)]
            examples.filled(examples.EACH_SETTINGS | examples.EACH_MOVE, [game])
        except Exception as error:  # whatever it is, all other games can be described
            unfit[game] = f"{type(error).__name__}: {error}"
            continue
        twice = [name for name, times in Counter([*names, *taken]).items() if times > 1]
        if twice:
            unfit[game] = f"there is another schema {twice[0]}"
            continue
        taken.update(names)
        fit.append(game)
    return fit, unfit


def _models(operations: Operations) -> Schemas:
    """Return the schemas of all models, with gaps where a game's own are to be."""
    answers = {name: _without_defaults(each) for name, each in _described(ANSWERS).items()}
    return answers | _described(REQUESTS) | _socket_requests(operations) | _choices(answers)


def _described(models: Iterable[type[BaseModel]]) -> Schemas:
    """Return the schemas of the models, and of those that they contain, by name.

    `model_json_schema` would look for the games' schemas among pydantic's own models.
    """
    generator = GenerateJsonSchema(ref_template=REFERENCE + "{model}")
    inputs: list[tuple[str, JsonSchemaMode, CoreSchema]] = [
        (model.__name__, "validation", model.__pydantic_core_schema__) for model in models
    ]
    made = generator.generate_definitions(inputs)[1]
    return {str(name): tidied(shape) for name, shape in made.items()}


def tidied(part: Any) -> Any:
    """Return a part of the document without titles, which are made from names, and null defaults.

    Generators have the names; and what is null by default is what may be left out.
    """
    if isinstance(part, list):
        return [tidied(each) for each in part]
    if not isinstance(part, dict):
        return part
    # A property may be called title, too: then its value is a schema.
    noise: Mapping[str, type[Any]] = {"title": str, "default": type(None)}
    return {
        name: tidied(value)
        for name, value in part.items()
        if not (name in noise and isinstance(value, noise[name]))
    }


def _without_defaults(schema: Schema) -> Schema:
    """Return an answer's schema without its defaults, which only say what may be left out."""
    members = schema.get("properties", {}).items()
    shown = {
        name: {key: value for key, value in each.items() if key != "default"}
        for name, each in members
    }
    return {**schema, "properties": shown}


def _socket_requests(operations: Operations) -> Schemas:
    """Return the schema of each request, and of any: that of its model, with `id` and `op`."""
    made: Schemas = {}
    for op, model in operations.items():
        own = _described([model])[model.__name__]
        own.pop(EITHER, None)  # one schema for each op
        envelope = {
            "id": {"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": 100}]},
            "op": {"type": "string", "const": op},
        }
        made[f"Socket{model.__name__}"] = {
            **own,
            "properties": envelope | own.get("properties", {}),
            "required": [*envelope, *own.get("required", [])],
        }
    return {**made, "SocketRequest": _one_of("op", {_constant(made[n], "op"): n for n in made})}


def _exact(schemas: Schemas) -> Schemas:
    """Return the schemas, where those that must have one of several members demand it.

    Not by `oneOf`: of one without a discriminator, most generators for phones make a class that
    must have the members of all arms. Conditions they leave out, and validators do not.
    """
    return {name: _exactly_one(each) if EITHER in each else each for name, each in schemas.items()}


def _exactly_one(schema: Schema) -> Schema:
    own = {key: each for key, each in schema.items() if key != EITHER}
    members = own["properties"] | {name: _given(own["properties"][name]) for name in schema[EITHER]}
    return {**own, "properties": members, **_condition([*schema[EITHER].items()])}


def _condition(lacks: list[tuple[str, list[str]]]) -> Schema:
    """Return the keywords that demand the first member without those it lacks, or another one."""
    (name, lacking), *others = lacks
    without = {"properties": dict.fromkeys(lacking, False)}
    if not others:
        return {"required": [name], **without}
    return {"if": {"required": [name]}, "then": without, "else": _condition(others)}


def _given(member: Schema) -> Schema:
    """Return the schema of a member that is there: without null."""
    arms = [each for each in member["anyOf"] if each != {"type": "null"}]
    rest = {key: each for key, each in member.items() if key not in ("anyOf", "default")}
    return {**rest, **arms[0]} if len(arms) == 1 else {**rest, "anyOf": arms}


def _choices(answers: Schemas) -> Schemas:
    return {
        name: _one_of(
            key, {_constant(answers[model.__name__], key): model.__name__ for model in models}
        )
        if key
        else {"anyOf": [{"$ref": REFERENCE + model.__name__} for model in models]}
        for name, (key, models) in choices.CHOICES.items()
    }


def _one_of(key: str, names: Mapping[str, str]) -> Schema:
    """Return a choice between schemas that the value of `key` tells apart."""
    mapping = {value: REFERENCE + name for value, name in names.items()}
    return {
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": key, "mapping": mapping},
    }


def _constant(schema: Schema, key: str) -> str:
    return str(schema["properties"][key]["const"])
