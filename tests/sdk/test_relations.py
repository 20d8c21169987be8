"""Friends, blocks and reports by the client in Python, against a service."""

from croupier_client import Croupier

from tests.support.live import Live


def test_friends_blocks_and_reports(live: Live) -> None:
    with Croupier(live.url) as ann, Croupier(live.url) as bob:
        ann_id = ann.register("Ann", kind="human").id
        bob_id = bob.register("Bob", kind="human").id
        assert ann.befriend(bob_id) == "asked"
        assert [each.id for each in bob.friends().asking] == [ann_id]
        assert bob.befriend(ann_id) == "friend"
        (friend,) = ann.friends().friends
        assert (friend.id, friend.display_name) == (bob_id, "Bob")
        ann.unfriend(bob_id)
        assert not ann.friends().friends
        ann.block(bob_id)
        assert [each.id for each in ann.blocked()] == [bob_id]
        ann.unblock(bob_id)
        assert not ann.blocked()
        assert len(ann.report(bob_id, "other", text="Only a test.")) == 22


def test_a_stream_tells_of_requests(live: Live) -> None:
    """Whose client follows all that concerns it is told when somebody asks to be a friend."""
    with Croupier(live.url) as ann, Croupier(live.url) as bob:
        ann_id = ann.register("Ann", kind="human").id
        bob_id = bob.register("Bob", kind="human").id
        ann.matches.create("lost-cities", access="private").invite(bob_id)
        notices = bob.follow()
        assert next(notices).event == "invited"  # told upon opening: from here on, bob follows
        assert ann.befriend(bob_id) == "asked"
        told = next(each for each in notices if each.event == "friendAsked")
        assert (told.player_id, told.match_id) == (ann_id, "")
