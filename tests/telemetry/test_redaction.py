"""Redaction: fields of other names or shapes are left out, whatever is passed."""

from typing import Any

import pytest
from telemetry.redaction import SHAPES, allowed_fields, error_location

ID = "m" * 22
SECRET = "Y7 Rx G10"  # noqa: S105 - a hand


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("value", [SECRET, f"crp_{ID}_{'s' * 43}", "a\nb", "é", ["R5"], None])
def test_a_field_of_another_shape_is_left_out(name: str, value: Any) -> None:
    assert not dict(allowed_fields({name: value}))


def test_a_field_that_is_not_listed_is_left_out() -> None:
    assert not dict(allowed_fields({"hand": "R5", "seed": "a" * 64}))


def test_a_field_of_its_shape_is_kept_as_it_is() -> None:
    fields = {"match_id": ID, "status": 404, "milliseconds": 1.5, "batch": "7"}
    assert dict(allowed_fields(fields)) == fields


def test_an_error_is_located_without_its_message() -> None:
    def fail() -> None:
        raise ValueError(SECRET)

    try:
        fail()
    except ValueError as error:
        located = error_location(error)
    assert located.startswith(f"ValueError at {__file__}:")
    assert dict(allowed_fields({"error": located})) == {"error": located}
    assert error_location(KeyError(SECRET)) == "KeyError at ?"
