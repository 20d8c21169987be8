"""Request bodies: what their models accept."""

import unicodedata
from typing import Any

import pytest
from gateway.contract import match_requests, move_requests, player_requests, request_models
from gateway.errors import Problem
from gateway.http import json_body

E_ACUTE = "e\u0301"
QA = "\u0958"
"""One character that NFC makes two of."""
CARD = "\U0001f0cf"


def accepts(model: type[request_models.Body], **members: Any) -> request_models.Body:
    return json_body.validate(members, model)


def refuses(model: type[request_models.Body], **members: Any) -> str:
    """The detail of the refusal."""
    with pytest.raises(Problem) as raised:
        json_body.validate(members, model)
    assert raised.value.code == "malformed"
    return raised.value.detail


# --- players and tokens


@pytest.mark.parametrize(
    "name",
    ["A", "a" * 40, E_ACUTE * 40, "\u00c5ngstr\u00f6m", CARD * 40, "\u4e2d\u6587", '"a" \\ & <b>'],
)
def test_a_name_of_up_to_40_characters_is_kept_in_nfc(name: str) -> None:
    player = json_body.validate({"displayName": name, "kind": "bot"}, player_requests.NewPlayer)
    assert player.display_name == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="empty"),
        pytest.param("a" * 41, id="41"),
        pytest.param(CARD * 41, id="41 emoji"),
        pytest.param(E_ACUTE * 41, id="41 after NFC"),
        pytest.param(QA * 21, id="42 only after NFC"),
        pytest.param("a\nb", id="line feed"),
        pytest.param("a\x00", id="NUL"),
        pytest.param("\x7f", id="DEL"),
        pytest.param("\x85", id="C1"),
        pytest.param("\u200d", id="joiner"),
        pytest.param("\u202eevil", id="right to left"),
        pytest.param("\ufeff", id="byte order mark"),
        pytest.param("so\u00adft", id="soft hyphen"),
        pytest.param("\U000e0041", id="tag"),
        pytest.param("\ud83c", id="surrogate"),
        pytest.param(7, id="number"),
        pytest.param(None, id="null"),
        pytest.param(["Ann"], id="list"),
    ],
)
def test_other_names_are_malformed(name: object) -> None:
    assert refuses(player_requests.NewPlayer, displayName=name, kind="human").startswith(
        "displayName: "
    )
    assert refuses(player_requests.NewToken, name=name).startswith("name: ")


@pytest.mark.parametrize("kind", ["robot", "Human", "", None, 1, True])
def test_other_kinds_of_players_are_malformed(kind: object) -> None:
    refuses(player_requests.NewPlayer, displayName="Ann", kind=kind)


@pytest.mark.parametrize("body", [{}, {"kind": "bot"}, {"displayName": "Ann"}])
def test_a_player_has_both_a_name_and_a_kind(body: dict[str, str]) -> None:
    assert refuses(player_requests.NewPlayer, **body).endswith(": this member is required.")


def test_a_token_has_all_scopes_unless_it_names_some() -> None:
    assert accepts(player_requests.NewToken, name="phone") == player_requests.NewToken(
        name="phone", scopes=["play", "read"]
    )


@pytest.mark.parametrize("scopes", [[], ["admin"], "play", None, [["play"]]])
def test_other_scopes_are_malformed(scopes: object) -> None:
    refuses(player_requests.NewToken, name="phone", scopes=scopes)


# --- matches


@pytest.mark.parametrize(
    "members",
    [
        {"game": None},
        {"game": 7},
        {"options": 7},
        {"seats": "2"},
        {"seats": 2.5},
        {"seats": True},
        {"seats": -1},
        {"access": "secret"},
        {"access": None},
        {"access": "PUBLIC"},
        {"start": "later"},
        {"start": None},
        {"clock": 30},
        {"rounds": 3},
    ],
)
def test_other_settings_of_a_match_are_malformed(members: dict[str, Any]) -> None:
    refuses(match_requests.NewMatch, **{"game": "lost-cities", **members})


def test_a_match_names_its_game() -> None:
    assert refuses(match_requests.NewMatch) == "game: this member is required."


@pytest.mark.parametrize("entropy", ["", "00", "ab" * 32, "AbCd"])
def test_entropy_is_hex_of_up_to_32_bytes(entropy: str) -> None:
    accepts(match_requests.NewMatch, game="x", entropy=entropy)
    accepts(match_requests.Join, entropy=entropy)


@pytest.mark.parametrize(
    "entropy",
    ["0", "ab" * 33, "0g", "00 ", " 00", "00\n", "0x00", "\uff10\uff10", 0, None, ["00"]],
)
def test_other_entropy_is_malformed(entropy: object) -> None:
    for model, members in ((match_requests.NewMatch, {"game": "x"}), (match_requests.Join, {})):
        assert refuses(model, entropy=entropy, **members).startswith("entropy: ")


@pytest.mark.parametrize("seal", ["ab" * 31, "ab" * 33, "x" * 64, "ab" * 32 + "\n", 0, None])
def test_a_seal_is_32_bytes_in_hex(seal: object) -> None:
    for model, members in ((match_requests.NewMatch, {"game": "x"}), (match_requests.Join, {})):
        accepts(model, seal="aB" * 32, **members)
        assert refuses(model, seal=seal, **members).startswith("seal: ")


def test_a_deal_is_open_or_sealed() -> None:
    assert refuses(match_requests.NewMatch, game="x", deal="closed").startswith("deal: ")


@pytest.mark.parametrize("seat", ["1", 1.5, True, -1])
def test_a_seat_is_a_number(seat: object) -> None:
    refuses(match_requests.Join, seat=seat)
    refuses(match_requests.NewMatch, game="x", seats=seat)


@pytest.mark.parametrize("body", [{"keepScore": 1}, {"keepScore": "true"}, {"keep": True}])
def test_the_score_is_kept_or_not(body: dict[str, Any]) -> None:
    refuses(match_requests.WantRematch, **body)


def test_an_empty_body_has_no_members() -> None:
    accepts(request_models.Nothing)
    refuses(request_models.Nothing, reason="bored")
    refuses(request_models.Nothing, **{"": {}})


# --- clocks


@pytest.mark.parametrize("duration", ["0s", "1s", "30s", "1.5s", "0.001s", "9" * 18 + "s"])
def test_a_duration_is_in_seconds(duration: str) -> None:
    accepts(match_requests.Clock, perMove=duration)


@pytest.mark.parametrize(
    "duration",
    [
        *("", "s", "30", "30 s", "-1s", "+1s", "01s", ".5s", "1.s", "1.2345s", "1e3s", "30S", "5m"),
        *("PT30S", "30s\n", "\u0661s", "9" * 19 + "s", 30, True, ["30s"]),
    ],
)
def test_other_durations_are_malformed(duration: object) -> None:
    assert refuses(match_requests.Clock, perMove=duration).startswith("perMove: ")


def test_a_clock_has_either_a_time_per_move_or_a_bank() -> None:
    accepts(match_requests.Clock, bank="600s", increment="5s")
    both = {"perMove": "30s", "bank": "600s"}
    for members in ({}, both, {"increment": "5s"}, {"perMove": None}):
        assert "exactly one of perMove and bank" in refuses(match_requests.Clock, **members)
    wrong = refuses(match_requests.Clock, perMove="30s", increment="5s")
    assert wrong == "The body: increment is accepted with bank only."


@pytest.mark.parametrize("clock", [{"per_move": "30s"}, {"bank": "600s", "delay": "5s"}])
def test_a_clock_has_no_other_members(clock: dict[str, Any]) -> None:
    assert refuses(match_requests.Clock, **clock).endswith("unknown member.")


@pytest.mark.parametrize("on_timeout", ["lose", "FORFEIT", "", None, 0])
def test_a_timeout_forfeits_or_makes_a_random_move(on_timeout: object) -> None:
    refuses(match_requests.Clock, perMove="30s", onTimeout=on_timeout)


# --- moves

MOVE = {"card": "Y7", "place": "DISCARD", "draw": "DECK"}


@pytest.mark.parametrize(
    "body",
    [
        {"move": MOVE},
        {"notation": "Y7-*"},
        {"notation": "Y7-*", "move": None},
        {"move": {}, "expectedVersion": 2**64 - 1},
    ],
)
def test_a_move_is_in_one_form(body: dict[str, Any]) -> None:
    accepts(move_requests.NewMove, **body)


@pytest.mark.parametrize(
    "body",
    [{}, {"move": None}, {"expectedVersion": 2}, {"move": MOVE, "notation": "Y7-*"}],
)
def test_a_move_in_no_form_or_both_is_malformed(body: dict[str, Any]) -> None:
    assert refuses(move_requests.NewMove, **body).endswith(
        "must have exactly one of move and notation."
    )


@pytest.mark.parametrize(
    "body",
    [
        {"move": "Y7+*"},
        {"move": ["Y7"]},
        {"notation": 7},
        {"notation": ["Y7+*"]},
        {"notation": "Y7+*", "expectedVersion": "2"},
        {"notation": "Y7+*", "expectedVersion": True},
        {"notation": "Y7+*", "expectedVersion": 2.5},
        {"notation": "Y7+*", "expectedVersion": -1},
        {"notation": "Y7+*", "comment": "hi"},
    ],
)
def test_a_move_of_another_form_is_malformed(body: dict[str, Any]) -> None:
    refuses(move_requests.NewMove, **body)


def test_a_move_in_a_batch_has_the_fingerprint_of_one_that_is_posted() -> None:
    posted = {"move": MOVE, "expectedVersion": 2}
    entry = json_body.validate(
        {"matchId": "m", "idempotencyKey": "k", **posted}, move_requests.MoveInMatch
    )
    alone = json_body.validate(posted, move_requests.NewMove)
    assert entry.as_posted() == alone.model_dump(mode="json", exclude_unset=True)


def test_a_batch_has_up_to_256_entries_of_any_form() -> None:
    accepts(move_requests.NewMoves, moves=[7] * 256)
    assert refuses(move_requests.NewMoves, moves=[7] * 257).startswith("moves: ")
    assert refuses(move_requests.NewMoves, moves={}).startswith("moves: ")
