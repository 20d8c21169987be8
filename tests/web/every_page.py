"""Each page of the web table as a person may see it, one after the other, for tests of all of them.

Deals come from a fixed seed: a fault must not come and go with the cards.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from croupier_game.chance import Chance
from croupier_game.seeded import seeded_chance
from playwright.sync_api import Page

from tests.support.players import Client, Json, ok, play_some, register
from tests.support.tournament_clients import check_in, join, make, of
from tests.support.waiting import until
from tests.web.replays import finished

SEED = "5eed" * 16
NAMES = ("דנה כהן 7", "Bob", "Cleo", "Dan")
"""The first one is written from right to left."""
SEATS = {"lost-cities": 2, "just4fun": 4, "livingstone": 3}
MOVES = {"lost-cities": 24, "just4fun": 14, "livingstone": 40}
PANELS = ("history", "score", "more", "talk")


def chance(_seed: str, entropy: Sequence[str], step: int, _match: str = "") -> Chance:
    """Return the same deal in each run."""
    return seeded_chance(SEED, ["00"] * len(entropy), step, "")


@dataclass
class Scene:
    """A page as a player sees it: its name, the player, its path, what says that it is there, and
    what is pressed."""

    name: str
    player: Client | None
    path: str
    ready: str = "main :is(h1, h2)"
    press: str = ""


def beside_tables(url: str) -> Iterator[Scene]:
    """The pages besides tables."""
    yield Scene("start", None, "/")
    match, (ann, bob, *_) = begun(url, "lost-cities", 6)
    yield Scene("home", ann, "/")
    yield Scene("lobby", ann, "/lobby")
    yield Scene("name", ann, "/lobby", press=".head .you")
    yield Scene("settings", ann, "/lobby", press=".head .gear")
    yield Scene("own profile", ann, "/p/me")
    yield Scene("profile", ann, f"/p/{bob.id}")
    yield Scene("friends", ann, "/friends")
    yield Scene("leaderboard", ann, "/leaderboards")
    waiting = ann.create(access="private")
    yield Scene("waiting", ann, f"/m/{waiting['id']}")
    yield Scene("invitation", None, f"/j#{waiting['inviteCode']}")
    yield Scene("wall", None, f"/wall#matches={match}", "lost-cities-board")
    for game in SEATS:
        yield Scene(f"rules of {game}", None, f"/rules/{game}")


def of_many(url: str) -> Iterator[Scene]:
    """The pages of what many play: deals and tournaments, before the first round and later."""
    players = [register(url, name) for name in (*NAMES, "Alexander von Humboldt", "Eve")]
    ann, bob, *_ = players
    later = {system: running(ann, players, system) for system in VIEWS}
    deal = ok(ann.post("/v1/deals", {"name": "Friday's deal", "game": "lost-cities"}), 201)
    yield Scene("deals", ann, "/deals", ".deal-cards li")
    yield Scene("deal", ann, f"/deals/{deal['id']}", "deal-page .hero")
    yield Scene("tournaments", ann, "/tournaments")
    made = make(ann, access="private", name="Friday evening", maxPlayers=64)
    for each in (ann, bob):
        join(each, made, inviteCode=made["inviteCode"])
    yield Scene(
        "tournament", ann, f"/tournaments/{made['id']}", "people-view li", ".inviting summary"
    )
    yield Scene("new tournament", ann, "/tournaments/new", ".presets li", ".presets button")
    yield Scene("wall of a tournament", None, f"/wall#tournament={made['id']}", ".there li")
    for system, views in VIEWS.items():
        until(partial(begins, ann, later[system]))
        for at, view in views.items():
            yield Scene(
                f"{system}: {view}",
                bob,
                f"/tournaments/{later[system]['id']}",
                ".shown .views",
                f".shown .views label >> nth={at}",
            )
    swiss = later["swiss"]["id"]
    yield Scene("wall of a round", None, f"/wall#tournament={swiss}", ".stand li")


VIEWS = {
    "swiss": {0: "standings", 1: "rounds", 2: "players"},
    "roundRobin": {1: "cross table"},
    "knockout": {0: "bracket"},
}
"""What of a running tournament is looked at, by its system and its place among the choices."""


def begins(player: Client, tournament: Json) -> bool:
    return bool(of(player, tournament)["round"])


def running(maker: Client, players: Sequence[Client], system: str) -> Json:
    """A tournament whose first round begins in some seconds."""
    rounds = {"rounds": 2} if system == "swiss" else {"rounds": None}
    made = make(maker, system=system, maxPlayers=len(players), checkIn="4s", **rounds)
    for act in (join, check_in):
        for each in players:
            act(each, made)
    return made


def table_of(game: str, url: str) -> Iterator[Scene]:
    """The table of a game, from its first move to its end, and what can be opened there."""
    board = f"{game}-board"
    first, seats = begun(url, game, 0)
    yield Scene("begun", seats[0], f"/m/{first}", board)
    later, seats = begun(url, game, MOVES[game])
    yield Scene("later", seats[0], f"/m/{later}", board)
    for at in ("donate", "overview") if game == "livingstone" else ():
        press = f"[data-at='action/{at}']:not([aria-disabled=true])"
        yield Scene(at, seats[0], f"/m/{later}", board, press)
    for place, panel in enumerate(PANELS):
        if panel == "score" or game == "lost-cities":  # the others are those of the page
            press = f"nth={place}"
            yield Scene(panel, seats[0], f"/m/{later}", board, f".tabs [popovertarget] >> {press}")
    yield Scene("watched", None, f"/m/{later}", board)
    rounds = {"rounds": 2} if game == "lost-cities" else {}
    over, seats = finished(url, game, NAMES[:2], **rounds)
    yield Scene("end", seats[0], f"/m/{over}", "match-ending h2")
    yield Scene("after the end", seats[0], f"/m/{over}", "match-ending h2", "match-ending .away")
    yield Scene("replay", seats[0], f"/m/{over}/replay", board)


def begun(url: str, game: str, moves: int) -> tuple[str, list[Client]]:
    """A match after so many moves, or some more until it is the first player's turn."""
    seats = [register(url, name) for name in NAMES[: SEATS[game]]]
    match = seats[0].create(game=game, seats=len(seats), options={"startSeat": 0})["id"]
    for each in seats[1:]:
        each.join(match)
    dice = random.Random(7)
    now = play_some(match, seats, moves, dice) if moves else seats[0].see(match)
    while now["status"] == "active" and 0 not in now["toMove"]:
        now = play_some(match, seats, 1, dice)
    return str(match), seats


def opened(page: Page, scene: Scene) -> None:
    """Have the page show the scene."""
    page.goto(scene.path)
    page.reload()  # an address that differs in its fragment only is no other page
    page.locator(scene.ready).first.wait_for()
    if scene.press:
        page.locator(scene.press).first.click()
    page.evaluate(RESTS)


RESTS = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
}"""
"""What is loaded after the page is there."""

Scenes = Callable[[str], Iterator[Scene]]
