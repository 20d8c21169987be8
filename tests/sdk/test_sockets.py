"""Many matches over one socket."""

from collections import defaultdict

from croupier_client import Croupier
from croupier_client.testing import FaultProxy

from tests.support.live import Live
from tests.support.players import register


def test_all_versions_of_several_matches_come_over_one_connection(live: Live) -> None:
    ann, bob = register(live.url, "Ann"), register(live.url, "Bob")
    matches = [ann.create(game=game)["id"] for game in ("lost-cities", "livingstone", "just4fun")]
    seen = defaultdict[str, list[int]](list)
    with FaultProxy(live.url) as proxy, Croupier(proxy.url, ann.token) as me:
        for change in me.watch(matches):
            match = change.match
            seen[match.id].append(match.version)
            if match.status == "waiting":
                bob.join(match.id)
            elif match.status == "active":
                bob.act(match.id, "resign")
        assert len(proxy.sent("GET /v1/socket")) == 1
    assert seen == {match_id: [1, 2, 3] for match_id in matches}
