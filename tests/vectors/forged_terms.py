"""Forgeries of what was agreed: each setting that is in the terms, and the terms themselves."""

from typing import Any

from tests.croupier_match.verify.replays import OTHER, Tamper, both, put, rehash, terms_of
from tests.vectors.forged import FORM, HASHES, OTHER_ID, RESULT, Forgery, hashed
from tests.vectors.tables import Json

TERMS = "match.fairness.terms"
SMALL = {
    "lost-cities": ("rounds", "carriedScores"),
    "livingstone": ("startSeat", "coinsPublic"),
    "just4fun": ("startSeat", "customLayout"),
}
"""Of each game, an option that may be 1, and one of which the default says nothing."""


def other_game(replay: Json) -> None:
    """In both places, and of as many seats."""
    other = "just4fun" if replay["game"] == "lost-cities" else "lost-cities"
    replay["game"] = replay["match"]["game"] = other


def option(value: Any) -> Tamper:
    """The option that may be 1, in both places."""

    def tamper(replay: Json) -> None:
        name, _ = SMALL[replay["game"]]
        replay["options"][name] = replay["match"]["options"][name] = value

    return tamper


def default_left_out(replay: Json) -> None:
    _, name = SMALL[replay["game"]]
    del replay["options"][name], replay["match"]["options"][name]


def a_clock(replay: Json) -> None:
    times = {"perMove": "30s", "bank": None, "increment": None, "onTimeout": "forfeit"}
    deadlines = [None] * len(replay["match"]["seats"])
    replay["match"]["clock"] = times | {"deadline": None, "deadlines": deadlines, "banks": None}


def other_mode(replay: Json) -> None:
    match = replay["match"]
    match["undoMode"] = "consent" if match["undoMode"] == "never" else "never"


def other_deal(replay: Json) -> None:
    match = replay["match"]
    match["deal"] = "open" if match["deal"] == "sealed" else "sealed"


def no_terms(replay: Json) -> None:
    del replay["match"]["fairness"]["terms"]


def terms_of_another_id(replay: Json) -> None:
    """With a log that begins with them."""
    own = replay["match"]["id"]
    both(put("match.id", OTHER_ID), rehash, put("match.id", own))(replay)


def another_beginning(replay: Json) -> None:
    """The terms fit, and the log is one that begins with others."""
    terms_of_another_id(replay)
    replay["match"]["fairness"]["terms"] = terms_of(replay["match"])


def no_setting(replay: Json) -> None:
    """A setting of a later version, in its terms and so in all hashes."""
    replay["match"]["handicap"] = 1
    rehash(replay, "handicap")


def other_weight(replay: Json) -> None:
    """It counts for ratings, or counts no more."""
    if not replay["match"].pop("rated", False):
        replay["match"]["rated"] = True


def other_tournament(replay: Json) -> None:
    """It is played at another table, or at one of a tournament, which was not agreed."""
    replay["match"]["tournament"] = {"id": OTHER_ID, "round": 1, "table": 1}


def other_deal_of(replay: Json) -> None:
    """It is a try of another deal, or of one, which was not agreed."""
    replay["match"]["dealOf"] = {
        "id": "daily.other.2026-03-01",
        "endTime": "2026-03-02T00:00:00.000Z",
    }


BOTH = (
    Forgery("the id of another match", HASHES, put("match.id", OTHER_ID)),
    Forgery("another game", HASHES, other_game),
    Forgery("another option", HASHES, option(0)),
    Forgery("a clock that there was not", HASHES, a_clock),
    Forgery("another deal", HASHES, other_deal),
    Forgery("another start", HASHES, put("match.start", "manual")),
    Forgery("another undoMode", HASHES, other_mode),
    Forgery("rated, or not", HASHES, other_weight),
    Forgery("rated by a number", FORM, hashed(put("match.rated", 1))),
    Forgery("of another tournament", HASHES, other_tournament),
    Forgery("of a tournament without a table", FORM, put("match.tournament", {"id": OTHER_ID})),
    Forgery("a try of another deal", HASHES, other_deal_of),
    Forgery("a try of a deal without an end", FORM, put("match.dealOf", {"id": OTHER_ID})),
    Forgery("no terms", FORM, no_terms),
    Forgery("half of the terms", FORM, put(TERMS, OTHER[:32])),
    Forgery("other terms", HASHES, put(TERMS, OTHER)),
    Forgery("terms of another id", HASHES, terms_of_another_id),
    Forgery("terms that fit, and a log of others", HASHES, another_beginning),
    Forgery("a setting that is none yet", HASHES, no_setting),
    Forgery("a default left out", RESULT, hashed(default_left_out)),
    Forgery("a number as a text", RESULT, hashed(option("1"))),
    Forgery("a signature", FORM, hashed(put("log.2.signature", OTHER))),
)
OPEN = (
    *BOTH,
    Forgery("a time to reveal that there was not", HASHES, put("match.fairness.reveal", "20s")),
    Forgery("no clock any more", HASHES, put("match.clock", None), "overdue"),
    Forgery("another time for moves", HASHES, put("match.clock.perMove", "31s"), "overdue"),
    Forgery("another end", HASHES, put("match.clock.onTimeout", "forfeit"), "overdue"),
    Forgery("another bank", HASHES, put("match.clock.bank", "61s"), "forfeited"),
    Forgery("another increment", HASHES, put("match.clock.increment", "2s"), "forfeited"),
    Forgery("no increment", RESULT, hashed(put("match.clock.increment", None)), "forfeited"),
    Forgery("2.50 s", FORM, hashed(put("match.clock.increment", "2.50s")), "forfeited"),
)
SEALED = (*BOTH, Forgery("another time to reveal", HASHES, put("match.fairness.reveal", "21s")))
