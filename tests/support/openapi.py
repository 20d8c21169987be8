"""The OpenAPI document as tests read it: its operations, examples and schemas."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from tests.support.players import Json
from tests.support.requests import Route

OPERATION = [
    Route("GET", path)
    for path in (
        "/healthz",
        "/readyz",
        "/openapi.json",
        "/docs",
        "/problems/{code}",
        "/v1/socket",
    )
]
PARAMETER = {
    "/against/{player}": "/against/{other_id}",
    "{match}": "{match_id}",
    "{player}": "{player_id}",
    "{token}": "{token_id}",
    "{passkey}": "{passkey_id}",
    "{identity}": "{identity_id}",
    "{ticket}": "{ticket_id}",
    "{invitation}": "{invitation_id}",
    "{task}": "{match_id}",
    "{webhook}": "{webhook_id}",
    "{delivery}": "{delivery_id}",
    "{browser}": "{browser_id}",
    "{tournament}": "{tournament_id}",
    "/rounds/1": "/rounds/{round}",
    "{deal}": "{deal_id}",
    "/lost-cities": "/{game}",
    "/seats/1": "/seats/{seat}",
}


def documented(route: Route) -> str:
    """The route's path as the document has it."""
    path = route.pattern
    for ours, theirs in PARAMETER.items():
        path = path.replace(ours, theirs)
    return path


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def responses(document: Json, operation: Json) -> dict[str, Json]:
    """The responses of an operation by their statuses, those that it refers to as well."""

    def known(reference: str) -> Json:
        found: Json = document["components"]["responses"][reference.rsplit("/", 1)[1]]
        return found

    return {
        status: known(each["$ref"]) if "$ref" in each else each
        for status, each in operation["responses"].items()
    }


def examples(document: Json) -> Iterator[tuple[str, str, Json, Json]]:
    for _, path, operation in operations(document):
        if body := operation.get("requestBody"):
            content = body["content"]["application/json"]
            for name, example in content["examples"].items():
                yield path, name, content["schema"], example["value"]


def strict(document: Json) -> Json:
    """The document for a service that is not of a later release: all that there is, it has.

    Only its schemas: answers are open in the document, since clients must expect further members.
    """
    schemas = document["components"]["schemas"]
    closed = {
        name: {**schema, "additionalProperties": False} if "properties" in schema else schema
        for name, schema in schemas.items()
    }
    return {"components": {"schemas": closed}}


def component(document: Json, name: str) -> Any:
    """The validator of what the document has under this name."""
    return validator(document, {"$ref": f"#/components/schemas/{name}"})


def validator(document: Json, schema: Json) -> Any:
    """Of a schema in the document, with references into the document."""
    return Draft202012Validator({**schema, "components": document["components"]})
