"""Refusals as statuses: one row for each, with what helps the caller."""

import logging

import pytest
from croupier_game.errors import IllegalMove
from croupier_match import refusals
from croupier_match.refusals import Code
from engine.domain import errors
from engine.domain.errors import EngineCode
from engine.rpc import status
from google.rpc import error_details_pb2


def error_info(error: Exception) -> error_details_pb2.ErrorInfo:
    (detail,) = status.status_of(error).details
    info = error_details_pb2.ErrorInfo()
    assert detail.Unpack(info)
    return info


@pytest.mark.parametrize("code", [*Code, *EngineCode])
def test_every_code_has_a_status_but_what_no_caller_is_told(code: str) -> None:
    assert (code in status.STATUS) == (code != Code.OVERDUE)
    if code in status.STATUS:
        # That of all that has no reason is left to that, but for what fails by itself.
        is_bad = status.STATUS[code].name in ("OK", "UNKNOWN", "INTERNAL")
        assert is_bad == (code == Code.GAME_FAILED)


@pytest.mark.parametrize(
    ("refusal", "metadata"),
    [
        (refusals.NotFound("There is no such match."), {}),
        (refusals.VersionMismatch(7), {"version": "7"}),
        (errors.InMaintenance("Back at nine.", 90), {"retryAfter": "90"}),
        (IllegalMove("Y7 is too low."), {"rule": "Y7 is too low."}),
    ],
)
def test_a_status_has_what_helps_the_caller(refusal: Exception, metadata: dict[str, str]) -> None:
    code, reason = status.STATUS[refusals.code_of(refusal)], status.reason_of(refusal).upper()
    converted = status.status_of(refusal)
    assert (converted.code, converted.message) == (code.value[0], str(refusal))
    info = error_info(refusal)
    assert (info.reason, info.domain, dict(info.metadata)) == (reason, "croupier", metadata)
    in_batch = status.refusal(refusal, "Moves", "id")
    assert (in_batch.reason, in_batch.message) == (reason, str(refusal))
    assert dict(in_batch.metadata) == metadata


def test_codes_are_those_of_the_table_or_internal() -> None:
    refusal = refusals.NotYourTurn("It is not your turn.")
    assert status.code_of(refusal) == "FAILED_PRECONDITION"
    assert status.reason_of(refusal) == "not_your_turn"
    late = errors.Overloaded("The move came too late.")
    assert (status.code_of(late), status.reason_of(late)) == ("RESOURCE_EXHAUSTED", "unavailable")
    assert status.code_of(ValueError()) == "INTERNAL"
    assert status.reason_of(ValueError()) == "internal"


def test_an_unexpected_error_is_logged_without_its_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        refusal = status.refusal(ValueError("SECRET-Y7"), "Moves", "", match_id="m" * 22)
    assert (refusal.reason, refusal.message) == ("INTERNAL", "internal")
    (record,) = caplog.records
    assert record.getMessage().startswith("Moves failed: ValueError at ")
    assert "SECRET" not in caplog.text
    fields = record.__dict__
    assert (fields["rpc"], fields["request_id"], fields["match_id"]) == (
        "Moves",
        "-",
        "m" * 22,
    )
    with pytest.raises(KeyError):
        status.status_of(ValueError())
