"""`make run` is ready when the bots of this run are."""

from pathlib import Path

from bots.characters import HOUSE
from tools.house import NAMES, AtHome


def test_bots_of_a_run_before_are_not_at_home(tmp_path: Path) -> None:
    names = [each.name for each in HOUSE]
    log = tmp_path / "bots.log"
    log.write_text("".join(f"INFO bots {name} can be invited\n" for name in names))
    at_home = AtHome(log)
    assert not at_home()
    for name in NAMES:
        assert not at_home()
        with log.open("a") as file:
            file.write(f"INFO bots {name} can be invited\n")
    assert at_home()
