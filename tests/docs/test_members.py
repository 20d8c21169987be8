"""`docs/members.md` names all members of states, events, moves and options, as the service does."""

from tools import members


def test_the_page_is_as_it_is_written_by_make_docs() -> None:
    assert members.PAGE.read_text() == members.page(), "run: make docs"
