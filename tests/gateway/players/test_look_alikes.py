"""Names that look like others, as readers take them for each other."""

import pytest
from gateway.players.look_alikes import CHARACTERS, look, reads_as

ALIKE = {
    "Hugo": [
        *("HUGO", "hUgO", "Hug0", "HUG\u00d2", "H\u00fcgo", "Hugo.", "-Hugo-", "H u g o", "Hu_go"),
        *(
            "\u0397ugo",
            "Hug\u03bf",
            "\ua4e7\ua4f4\ua4d6\ua4f3",
            "Hug\u0a66",
            "Hug\u05e1",
            "Hu\u0261o",
        ),
        *(
            "\uff28\uff55\uff47\uff4f",
            "\U0001d573\U0001d58a\U0001d58c\U0001d594".replace("\U0001d58a", "\U0001d59a"),
        ),
        *(
            "\u029c\u1d1c\u0262\u1d0f",
            "\U0001f1ed\U0001f1fa\U0001f1ec\U0001f1f4",
            "\u24bd\u24ca\u24bc\u24c4",
        ),
        *(
            "\U0001f177\U0001f184\U0001f176\U0001f17e",
            "Hu\u200bgo",
            "Hug\u00f8",
            "\u0126ugo",
            "Hugo \U0001f3b2",
        ),
        *("Hugo!", "|Hugo|", "$ Hug0 $", "@Hugo", "Hugo \u20ac", "Hugo +", "Hugo \u2b55"),
        *("Hug\u25cb", "Hug\u2b55", "Hug\u00b0", "H\u0289go", "Hu\ua7a1o", "H\u1d99go"),
    ],
    "Emil": [
        "Em1l",
        "EMIL",
        "EmiI",
        "Emi|",
        "Ernil",
        "3mil",
        "\u0395mil",
        "Em\u0131l",
        "Em!l",
        "!Em!l!",
        "\u0190mil",
    ],
    "Otto": [
        "0tto",
        "0TT0",
        "\u041e\u0422\u0422\u041e",
        "\u043e\u0442\u0442\u043e",
        "O77o",
        "\u00d6tt\u00f6",
        "O\u2020\u2020o",
        "0++0",
    ],
    "Ida": ["lda", "1da", "|da", "Id4", "Id\u0251", "\u0406da"],
    "Rosa": ["R0s4", "Ro$a", "Ros@", "R\u00f3sa", "Ro5a"],
    "Lotte": ["L0773", "lotte", "\u13deotte"],
}
OTHERS = [
    *(
        "Hugh",
        "Hugo 2",
        "Hugo Weber",
        "Emily",
        "Emilia",
        "Otto Meier",
        "Ada",
        "Ina",
        "Rosalind",
        "Hug",
        "Hug!",
        "Oo",
        "Oto+",
    ),
    *(
        "Idaho",
        "Lottie",
        "\u674e\u5c0f\u9f8d",
        "\u304a\u3063\u3068",
        "\u041d\u0438\u043d\u0430",
        "\U0001f3b2",
    ),
]


@pytest.mark.parametrize(
    ("name", "alike"), [(name, each) for name in ALIKE for each in ALIKE[name]]
)
def test_what_reads_like_a_name_has_its_look(name: str, alike: str) -> None:
    assert reads_as(alike, look(name))


@pytest.mark.parametrize("other", OTHERS)
def test_another_name_has_another_look(other: str) -> None:
    assert not any(reads_as(other, look(name)) for name in ALIKE)


def test_every_character_of_the_list_looks_like_ascii_and_is_none() -> None:
    assert len(CHARACTERS) > 500
    for code, read_as in CHARACTERS.items():
        assert read_as.isascii()
        assert read_as == read_as.casefold()
        assert code > 127
