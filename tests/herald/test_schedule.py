"""When a message is sent again."""

from datetime import UTC, datetime
from email.utils import format_datetime

import pytest
from herald.schedule import MOST_S, OFF_S, WAITS_S, Answer, asked_for_s, is_over, next_try

NOW = 1_800_000_000.0
FAILED = Answer(500)


def test_the_waits_are_those_that_are_promised_and_a_fifth_more_or_less() -> None:
    assert WAITS_S == (5, 300, 1800, 7200, 18000, 36000, 86400)
    for tries, wait_s in enumerate(WAITS_S, 1):
        waits = {next_try(f"msg_{each}", tries, FAILED, 0.0) for each in range(500)}
        assert all(each is not None and 0.8 * wait_s <= each <= 1.2 * wait_s for each in waits)
        numbers = [each for each in waits if each is not None]
        assert min(numbers) < 0.85 * wait_s < 1.15 * wait_s < max(numbers)


def test_the_same_try_has_the_same_time_wherever_it_is_reckoned() -> None:
    assert next_try("msg_1", 3, FAILED, NOW) == next_try("msg_1", 3, FAILED, NOW)
    assert next_try("msg_1", 3, FAILED, NOW) != next_try("msg_1", 4, FAILED, NOW)


def test_after_eight_tries_there_is_none() -> None:
    assert next_try("msg_1", 7, FAILED, NOW) is not None
    assert next_try("msg_1", 8, FAILED, NOW) is None


@pytest.mark.parametrize("status", [429, 503])
def test_a_receiver_is_given_the_time_that_it_asks_for(status: int) -> None:
    in_two_minutes = format_datetime(datetime.fromtimestamp(NOW + 120, UTC), usegmt=True)
    for asked in ("120", " 120 ", in_two_minutes):
        assert next_try("msg_1", 1, Answer(status, asked), NOW) == NOW + 120
    assert next_try("msg_1", 8, Answer(status, "120"), NOW) is None


def test_other_answers_ask_for_no_time() -> None:
    assert next_try("msg_1", 1, Answer(500, "7200"), 0.0) == next_try("msg_1", 1, FAILED, 0.0)


def test_no_time_asked_for_is_endless_or_over_already() -> None:
    assert asked_for_s("9" * 5000, NOW) == MOST_S
    assert asked_for_s("0", NOW) == 1
    assert asked_for_s("Fri, 01 Jan 1999 00:00:00 GMT", NOW) == 1
    assert asked_for_s("Fri, 31 Dec 9999 23:59:59 GMT", NOW) == MOST_S


@pytest.mark.parametrize(
    "text",
    [
        *("", "soon", "-1", "1.5", "²", "NaN", "99 Foo 0000", "1e9"),
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2026 00:00:00 +99999999999999",
    ],
)
def test_what_is_neither_form_asks_for_nothing(text: str) -> None:
    assert asked_for_s(text, NOW) is None


def test_a_hook_is_over_after_five_days_without_a_success() -> None:
    assert not is_over(None, NOW)
    assert not is_over(NOW - OFF_S + 1, NOW)
    assert is_over(NOW - OFF_S, NOW)
