"""The file of issuers."""

import json
from typing import Any

import pytest
from redislink.oidc import USUAL, Issuer, identity_of, of_operators, of_players, read_file

ONE = {"issuer": "https://id.example.com/realms/club", "audience": "croupier", "clientId": "table"}
CONSOLE = {"issuer": ONE["issuer"], "clientId": "console", "roleClaim": "roles"}


def read(*issuers: Any) -> Any:
    return read_file(json.dumps([*issuers]))


def test_members_that_are_left_out_are_the_usual_ones() -> None:
    (found,) = read(ONE)
    assert found == Issuer(ONE["issuer"], "croupier", "table", "id.example.com", USUAL)
    (found,) = read(
        {**ONE, "algorithms": ["ES384"], "accessTokens": "any", "create": False, "name": "Club"}
    )
    assert (found.algorithms, found.any_type, found.create) == (("ES384",), True, False)
    assert found.name == "Club"


def test_an_issuer_may_have_several_applications() -> None:
    phone = {"issuer": ONE["issuer"], "clientId": "phone"}
    assert [each.client_id for each in read(ONE, phone)] == ["table", "phone"]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"issuer": "http://id.example.com"}, "https://"),
        ({"issuer": "https://127.0.0.1"}, "host"),
        ({"issuer": "https://id.example.com?x=1"}, "query"),
        ({"issuer": "https://id.example.com:9000"}, "port"),
        ({"algorithms": ["HS256"]}, "algorithms"),
        ({"algorithms": ["none"]}, "algorithms"),
        ({"algorithms": []}, "algorithms"),
        ({"algorithms": [["RS256"]]}, "algorithms"),
        ({"audience": "table"}, "differ"),
        ({"accessTokens": "all"}, "accessTokens"),
        ({"create": "yes"}, "create"),
        ({"clientSecret": "x"}, "clientSecret"),
        ({"audience": ""}, "audience"),
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_refused(wrong: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read({**ONE, **wrong})


def test_an_entry_with_a_role_is_of_operators_alone() -> None:
    found = read(ONE, CONSOLE, {**CONSOLE, "clientId": "desk", "operatorRole": "staff"})
    assert [each.client_id for each in of_players(found)] == ["table"]
    roles = [(each.role_claim, each.operator_role) for each in of_operators(found)]
    assert roles == [("roles", "croupier-operator"), ("roles", "staff")]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"roleClaim": ["roles"]}, "roleClaim must be a str"),
        ({"roleClaim": ""}, "roleClaim must have 1 to 255"),
        ({"operatorRole": ""}, "operatorRole must have 1 to 255"),
        ({"operatorRole": 1}, "operatorRole must be a str"),
        ({"roleClaim": "name"}, "cannot be 'name'"),
        ({"roleClaim": "preferred_username"}, "of its own, such as roles"),
        ({"roleClaim": "sub"}, "cannot be 'sub'"),
        ({"roleClaim": "alias", "nameClaim": "alias"}, "cannot be 'alias'"),
        ({"audience": "croupier"}, "console's alone, so audience"),
        ({"accessTokens": "any"}, "console's alone, so accessTokens"),
        ({"create": False}, "console's alone, so create"),
        ({"roleclaim": "roles"}, "known are .*roleClaim"),
    ],
    ids=str,
)
def test_a_role_that_cannot_be_meant_is_refused(wrong: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read({**CONSOLE, **wrong})


def test_a_role_needs_its_claim_and_its_client() -> None:
    with pytest.raises(ValueError, match="operatorRole needs roleClaim"):
        read({**ONE, "operatorRole": "staff"})
    with pytest.raises(ValueError, match="roleClaim needs clientId"):
        read({"issuer": ONE["issuer"], "roleClaim": "roles"})


@pytest.mark.parametrize("content", ["{}", "[1]", "no", "[[]]"])
def test_another_file_is_refused(content: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_file(content)


def test_there_are_eight_at_most_and_each_application_once() -> None:
    with pytest.raises(ValueError, match="8"):
        read(*({**ONE, "issuer": f"https://id{each}.example.com"} for each in range(9)))
    with pytest.raises(ValueError, match="once"):
        read(ONE, ONE)
    with pytest.raises(ValueError, match="audience or clientId"):
        read({"issuer": ONE["issuer"]})


def test_identities_differ_by_issuer_and_subject() -> None:
    assert identity_of("https://a.example", "b") != identity_of("https://a.exampleb", "")
    assert identity_of("https://a.example", "b") != identity_of("https://b.example", "b")
