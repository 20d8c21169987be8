"""The list of characters that look like ASCII, from the file of Unicode."""

from tools.look_alikes import TARGET, look_alikes

LINES = [
    "# confusables.txt",
    "0430 ;\t0061 ;\tMA\t# ( a -> a ) CYRILLIC SMALL LETTER A -> LATIN SMALL LETTER A\t#",
    "0442 ;\t1D1B ;\tMA\t# by way of a small capital",
    "00F8 ;\t006F 0338 ;\tMA\t# what is known by its name",
    "006D ;\t0072 006E ;\tMA\t# ASCII itself",
    "1D400 ;\t0041 ;\tMA\t# what normalization knows",
    "05AD ;\t0596 ;\tMA\t# no letter",
    "FDFA ;\t006F 006F 006F 006F ;\tMA\t# a ligature",
]


def test_characters_are_kept_that_look_like_ascii_and_that_nothing_else_finds() -> None:
    assert look_alikes(LINES) == {"a": ["0430"], "t": ["0442"]}


def test_the_list_says_of_which_unicode_it_is() -> None:
    assert "Unicode 15.0.0" in TARGET.read_text()
