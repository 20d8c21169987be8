"""Idempotency records: what is stored, and what is read from it."""

import pytest
from engine.domain.errors import IdempotencyMismatch
from engine.store.idempotency import (
    AlreadyDone,
    Answer,
    IdempotencyKey,
    outcome_of_change,
    record_of_change,
    recorded,
    seats_recorded,
)

KEY = IdempotencyKey("player", "key", "f" * 64)
FIELD = "4e4f90ba17d2a54ca1181a2c3aae8157"


def test_a_field_stands_for_player_key_and_purpose() -> None:
    """Fields of stored records must never change; players must not guess those of others."""
    assert KEY.field == FIELD
    others = [
        IdempotencyKey("other", "key", "f" * 64),
        IdempotencyKey("player", "other", "f" * 64),
        IdempotencyKey("player", "key", "f" * 64, creates=True),
    ]
    assert len({KEY.field, *(each.field for each in others)}) == 4
    assert IdempotencyKey("player", "key", "another request").field == KEY.field


@pytest.mark.parametrize("answer", [Answer(0, 1, 0), Answer(2, 4, 1), Answer(5, 6, None)])
def test_a_repeat_finds_the_first_answer(answer: Answer) -> None:
    outcome = outcome_of_change(record_of_change(KEY, answer).encode(), KEY)
    assert isinstance(outcome, AlreadyDone)
    assert outcome.answer == answer


def test_a_record_is_stored_as_it_always_was() -> None:
    assert record_of_change(KEY, Answer(2, 3, 0)) == f'["{"f" * 32}", 2, 3, 0]'


def test_another_request_under_the_key_is_a_mismatch() -> None:
    record = record_of_change(KEY, Answer(2, 3, 0))
    other = IdempotencyKey("player", "key", "e" * 64)
    assert isinstance(outcome_of_change(record.encode(), other), IdempotencyMismatch)
    with pytest.raises(IdempotencyMismatch):
        recorded(record, other)
    with pytest.raises(IdempotencyMismatch):
        seats_recorded(b'["x", ["0"]]', KEY)


def test_the_seats_of_a_rematch_are_recorded() -> None:
    record = f'["{"f" * 32}", ["2", "0"]]'.encode()
    assert seats_recorded(record, KEY) == (0, 2)
