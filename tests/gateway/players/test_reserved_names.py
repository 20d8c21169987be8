"""Names of the house are for the house, whoever asks for them, and in whatever letters."""

import re

import pytest
from gateway.players.house_key import CLUB, NAMES

from bots import characters
from bots.characters import HOUSE
from tests.support.live import Live
from tests.support.opponents import available, offer, put_offer
from tests.support.players import HOUSE_KEY, Client, of_the_house, ok, refused
from tests.support.requests import RENAME, Route, call, newcomer
from tools import house
from tools.stack import ROOT

TAKEN = [
    "Hugo",
    "hugo",
    "H\u00fcgo",
    "0tto",
    "Em1l",
    "Hugo!",
    "\u041e\u0422\u0422\u041e",
    "gone",
    "Croupier",
]


def test_the_names_of_the_house_are_those_of_its_players_and_their_faces() -> None:
    drawn = (ROOT / "web/app/shell/face.js").read_text().partition("const HOUSE = {")[2]
    faces = re.findall(r"^  (\w+): \{$", drawn.partition("\n};")[0], re.MULTILINE)
    assert [*NAMES] == [each.name for each in HOUSE] == [*house.NAMES]
    assert sorted(faces) == sorted(NAMES)
    assert [*CLUB] == [each.name for each in characters.CLUB]


@pytest.mark.parametrize("name", TAKEN)
@pytest.mark.parametrize("kind", ["human", "bot"])
def test_a_stranger_gets_no_name_that_reads_like_the_house(
    live: Live, name: str, kind: str
) -> None:
    body = {"displayName": name, "kind": kind}
    refused(Client(live.url).post("/v1/players", body), 403, "name_reserved")
    wrong = {**body, "houseKey": "x" * 32}
    refused(Client(live.url).post("/v1/players", wrong), 403, "forbidden")
    ann = newcomer(live.url, "Ann", kind)
    refused(call(ann, Route("PATCH", RENAME.path, {"displayName": name})), 403, "name_reserved")
    assert ok(ann.get("/v1/players/me"))["displayName"] == "Ann"


def test_the_house_has_its_names_and_keeps_them_only_with_its_key(live: Live) -> None:
    hugo = of_the_house(live.url, "Hugo")
    assert hugo.player["displayName"] == "Hugo"
    game = {"games": {"lost-cities": {}}, "level": 2}
    refused(put_offer(hugo, game), 403, "name_reserved")  # as of who had a key that was changed
    assert hugo.id not in {each["id"] for each in available(hugo)}
    assert offer(hugo, level=2, houseKey=HOUSE_KEY)["house"]
    ok(call(hugo, Route("PATCH", RENAME.path, {"research": True})))


def test_a_name_that_others_of_the_house_would_not_be_taken_for_is_free(live: Live) -> None:
    for name in ("Hugo 2", "Emilia", "Otto Meier"):
        assert newcomer(live.url, name).player["displayName"] == name
