"""The OpenAPI document: it is valid, complete, and explains every operation."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31

from tests.support.openapi import OPERATION, documented, examples, operations, responses, validator
from tests.support.players import Json
from tests.support.requests import ROUTES, STREAMS, Route
from tools import openapi
from tools.images import version


@pytest.fixture(scope="module")
def document() -> Json:
    """That of the application; docs/openapi.json is the same."""
    return openapi.document()


def test_the_committed_document_is_that_of_the_application(document: Json) -> None:
    assert json.loads(openapi.PAGE.read_text()) == document, "make openapi writes it"


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from references(value)
    if isinstance(part, list):
        for value in part:
            yield from references(value)


def test_the_document_is_openapi_3_1(document: Json) -> None:
    assert document["openapi"].startswith("3.1.")
    Draft202012Validator(OPENAPI_31).validate(document)
    assert document["info"]["version"] == version()


def test_every_schema_is_json_schema(document: Json) -> None:
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_every_reference_leads_somewhere(document: Json) -> None:
    found = set(references(document))
    assert found
    for reference in found:
        here: Any = document
        for step in reference.removeprefix("#/").split("/"):
            here = here[step]


def test_every_route_is_documented(document: Json) -> None:
    ours = {(route.method, documented(route)) for route in [*ROUTES, *STREAMS, *OPERATION]}
    assert {(method, path) for method, path, _ in operations(document)} == ours


def test_every_operation_has_a_name_of_its_own_and_is_explained(document: Json) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for _, path, operation in operations(document):
        assert operation["description"], path
        assert operation["tags"], path
        assert all(each["description"] for each in responses(document, operation).values()), path
        for parameter in operation.get("parameters", []):
            assert parameter["schema"], path
            assert parameter["description"], (path, parameter["name"])


def test_a_refusal_that_many_operations_share_stands_in_the_document_once(document: Json) -> None:
    given = [
        json.dumps(each)
        for _, _, operation in operations(document)
        for each in operation["responses"].values()
        if "application/problem+json" in each.get("content", ())
    ]
    shared = map(json.dumps, document["components"]["responses"].values())
    assert len(given) < 20, "others are references"
    assert not {*given} & {*shared}


def test_fastapis_own_validation_is_not_documented(document: Json) -> None:
    """Parameters are text to it, which is never wrong."""
    assert not {"HTTPValidationError", "ValidationError"} & set(document["components"]["schemas"])


def test_a_token_is_the_only_way_in(document: Json) -> None:
    schemes = document["components"]["securitySchemes"]
    assert schemes == {"token": {"type": "http", "scheme": "bearer"}}


@pytest.mark.parametrize("route", [*ROUTES, *OPERATION], ids=str)
def test_every_route_documents_what_it_must(document: Json, route: Route) -> None:
    """A token can be wrong everywhere under /v1; a body too large, of another kind or malformed."""
    statuses = set(document["paths"][documented(route)][route.method.lower()]["responses"])
    if route not in OPERATION:
        assert {"401", "403", "429", "503"} <= statuses
    if route.body is not None and route.method in ("POST", "PUT"):
        assert {"400", "413", "415"} <= statuses
    if "{match}" in route.path:
        assert "404" in statuses
    accepted = {status for status in statuses if status.startswith(("1", "2"))}
    assert len(accepted) == 1 or accepted == {"200", "202"}


def test_every_body_has_an_example_that_is_as_its_schema_says(document: Json) -> None:
    found = list(examples(document))
    with_body = ("POST", "PUT", "PATCH")
    paths = {path for method, path, _ in operations(document) if method in with_body}
    without = {f"/v1/players/me/{what}/{{player_id}}" for what in ("friends", "blocks")}
    assert {path for path, *_ in found} == paths - without
    for _, _, schema, example in found:
        validator(document, schema).validate(example)
