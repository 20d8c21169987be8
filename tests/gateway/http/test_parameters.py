"""Parameters of routes: text, and what is read from it."""

import pytest
from gateway.errors import Problem
from gateway.http import parameters

NOT_NUMBERS = [
    "",
    "x",
    "1.0",
    "1e0",
    "0x1",
    " 1",
    "1 ",
    "+1",
    "--1",
    "\u0661",
    '"1"',
    "null",
    "1\n",
]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (None, None),
        ("0", 0),
        ("-0", 0),
        ("7", 7),
        ("-7", -7),
        ("007", 7),
        (str(2**31 - 1), 2**31 - 1),
        (str(2**31), 2**31 - 1),
        ("9" * 5000, 2**31 - 1),
        ("-" + "9" * 5000, 1 - 2**31),
        ("0" * 5000 + "7", 7),
    ],
)
def test_an_integer_is_limited_to_32_bits(text: str | None, number: int | None) -> None:
    assert parameters.integer(text, "after") == number


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_anything_else_is_not_an_integer(text: str) -> None:
    with pytest.raises(Problem, match=r"^after must be an integer\.$") as raised:
        parameters.integer(text, "after")
    assert raised.value.code == "malformed"


@pytest.mark.parametrize(
    ("text", "size"),
    [(None, 50), ("1", 1), ("0", 1), ("-9", 1), ("01", 1), ("100", 100), ("101", 100)],
)
def test_a_page_has_1_to_100_entries(text: str | None, size: int) -> None:
    assert parameters.page_size(text) == size


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_a_page_size_is_an_integer(text: str) -> None:
    with pytest.raises(Problem, match="pageSize must be an integer"):
        parameters.page_size(text)


@pytest.mark.parametrize(("text", "value"), [(None, False), ("false", False), ("true", True)])
def test_a_boolean_is_true_or_false(text: str | None, value: bool) -> None:
    assert parameters.boolean(text, "dryRun") is value


@pytest.mark.parametrize("text", ["1", "yes", "True", "TRUE", "", "false,true"])
def test_anything_else_is_not_a_boolean(text: str) -> None:
    with pytest.raises(Problem, match=r"^dryRun must be false or true\.$") as raised:
        parameters.boolean(text, "dryRun")
    assert raised.value.code == "malformed"


def test_a_choice_is_one_of_its_words_and_the_first_by_default() -> None:
    assert parameters.choice(None, "view", "full", "none") == "full"
    assert parameters.choice("none", "view", "full", "none") == "none"
    assert parameters.choice("", "include", "", "legalMoves") == ""


@pytest.mark.parametrize("text", ["some", "", "None", "null", "full,none"])
def test_any_other_word_is_malformed(text: str) -> None:
    with pytest.raises(Problem, match=r"^view must be full or none\.$") as raised:
        parameters.choice(text, "view", "full", "none")
    assert raised.value.code == "malformed"


@pytest.mark.parametrize(
    ("words", "detail"),
    [
        (("", "legalMoves"), "x must be legalMoves."),
        (("", "waiting", "active", "aborted"), "x must be waiting, active or aborted."),
    ],
)
def test_what_is_accepted_is_named(words: tuple[str, ...], detail: str) -> None:
    with pytest.raises(Problem) as raised:
        parameters.choice("other", "x", *words)
    assert raised.value.detail == detail


@pytest.mark.parametrize("text", ["A" * 22, "-_" * 11, "0" * 22])
def test_an_id_has_22_characters_of_base64url(text: str) -> None:
    assert parameters.parse_id(text, "match") == text


@pytest.mark.parametrize(
    "text", ["", "A" * 21, "A" * 23, "A" * 21 + ".", "A" * 22 + "\n", "\u00e9"]
)
def test_anything_else_is_the_id_of_nothing(text: str) -> None:
    with pytest.raises(Problem, match=r"^There is no such match\.$") as raised:
        parameters.parse_id(text, "match")
    assert raised.value.code == "not_found"


@pytest.mark.parametrize(
    ("number", "clamped"), [(None, None), (0, 0), (2**32 - 1, 2**32 - 1), (2**64, 2**32 - 1)]
)
def test_a_number_is_limited_to_what_the_protocol_carries(
    number: int | None, clamped: int | None
) -> None:
    assert parameters.clamp_uint32(number) == clamped
