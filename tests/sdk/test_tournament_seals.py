"""All that a client gives to a tournament follows from one secret, as docs say, and is kept."""

import hashlib
from pathlib import Path

import pytest
from croupier_client import CroupierError
from croupier_client.notes import Notes
from croupier_client.tournament_seals import TournamentSeals
from croupier_tournament import lots

from bots.keeping import Seals

SECRET = "5e" * 32


def hashed(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()


def test_all_entropy_follows_from_one_secret() -> None:
    seals = TournamentSeals(SECRET, 258)
    entropy = hashed(b"croupier tournament lots v1", bytes.fromhex(SECRET))
    assert seals.lots_entropy == entropy
    assert seals.lots_seal == lots.seal_of(entropy)
    last = hashed(b"croupier tournament table v1", bytes.fromhex(SECRET), bytes([0, 0, 1, 1]))
    seal = hashed(b"croupier seal v1", bytes.fromhex(last))
    assert seals.table_seals[257] == seal
    assert seals.entropies[seal] == last


def test_who_asks_for_more_keeps_those_that_were_given() -> None:
    notes = Notes()
    first = notes.seals_for("one", 4)
    assert notes.seals_for("one", 2) == first
    more = notes.seals_for("one", 6)
    assert more.table_seals[:4] == first.table_seals
    assert len(set(more.table_seals)) == 6
    assert notes.seals_for("two", 4).secret != first.secret


def test_another_program_knows_them_by_the_file_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "percy.notes")
    given = Notes(path).seals_for("one", 3)
    found = Notes(path)
    assert [found.entropy(each) for each in given.table_seals] == [*given.entropies.values()]
    assert found.tournaments["one"].lots_entropy == given.lots_entropy
    assert not Notes().entropy(given.table_seals[0])


def test_a_line_that_was_being_written_when_the_program_died_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "percy.notes"
    given = Notes(str(path)).seals_for("one", 3)
    whole = path.read_text()
    path.write_text(whole + '{"tournament": "two", "sec')
    found = Notes(str(path))
    assert found.tournaments == {"one": given}
    other = found.seals_for("two", 1)
    assert Notes(str(path)).tournaments == {"one": given, "two": other}


@pytest.mark.parametrize("text", ["crp_token\n", "[]\n", '{"unknown": 1}\n'])
def test_another_file_is_not_taken_for_notes(tmp_path: Path, text: str) -> None:
    path = tmp_path / "percy"
    path.write_text(text)
    with pytest.raises(CroupierError, match="line 1"):
        Notes(str(path))
    assert path.read_text() == text


def test_the_house_keeps_them_until_the_tournament_is_over(tmp_path: Path) -> None:
    path = tmp_path / "seals-Rosa.json"
    given = Seals(path).seals_for("one", 3)
    found = Seals(path)
    assert found.entropy(given.table_seals[2])
    found.forget_tournament("one")
    assert not Seals(path).tournaments
