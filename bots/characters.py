"""Who lives in the house: who can be invited, and who plays rated with others of the house."""

from croupier_client.ida import Emil, Ida

from bots.resident import Character, anything, hugo, now_and_then, rosa

EASY, MEDIUM, STRONG, EXPERT = 1, 2, 3, 4
"""How strong they are, as the contract numbers it."""
HOUSE = (
    Character("Rosa", "Looks one move ahead, but not closely.", EASY, rosa),
    Character("Hugo", "Looks one move ahead.", MEDIUM, hugo),
    Character("Lotte", "Looks one move ahead, but not closely.", EASY, rosa),
    Character("Otto", "Looks one move ahead.", MEDIUM, hugo),
    Character(
        "Ida", "Plays out what the hidden cards may be, again and again.", STRONG, hugo, Ida.effort
    ),
    Character(
        "Emil", "Searches as Ida does, and takes longer over it.", EXPERT, hugo, Emil.effort, True
    ),
)
"""Those who live there. Those who play all games fill the largest table."""
CLUB = (
    Character(
        "Balduin",
        "Plays as Rosa does, and every fourth move at random.",
        EASY,
        now_and_then(0.25, anything, rosa),
    ),
    Character(
        "Odette",
        "Plays as Rosa does, and every tenth move at random.",
        EASY,
        now_and_then(0.1, anything, rosa),
    ),
    Character(
        "Kasimir",
        "Plays as Rosa or as Hugo does, move by move.",
        MEDIUM,
        now_and_then(0.5, rosa, hugo),
    ),
    Character(
        "Wendelin",
        "Plays as Hugo does, and every tenth move as Rosa.",
        MEDIUM,
        now_and_then(0.1, rosa, hugo),
    ),
)
"""Those who come for rated matches with the others, and cannot be invited."""
RATED = (*(each for each in HOUSE if not each.effort), *CLUB)
"""Those who play rated: a search takes a core, which is for people."""
ALL = (*HOUSE, *CLUB)
