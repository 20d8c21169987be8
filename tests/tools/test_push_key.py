"""The key for Web Push of `make run`."""

import stat
from pathlib import Path

import pytest
from herald.push import PushKey

from tools.push_key import environment, key_file


def test_a_key_is_made_once_and_kept_and_a_herald_takes_it(tmp_path: Path) -> None:
    made = key_file(tmp_path).read_bytes()
    assert key_file(tmp_path).read_bytes() == made
    assert stat.S_IMODE(key_file(tmp_path).stat().st_mode) == 0o600
    said = environment(tmp_path)
    pem = Path(said["HERALD_PUSH_KEY_FILE"]).read_bytes()
    key = PushKey.load(pem, said["HERALD_PUSH_CONTACT"])
    assert len(key.public) == 87


def test_an_own_key_is_taken_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HERALD_PUSH_KEY_FILE", "/etc/own.pem")
    monkeypatch.setenv("HERALD_PUSH_CONTACT", "mailto:ops@example.org")
    assert [*environment(tmp_path).values()] == ["/etc/own.pem", "mailto:ops@example.org"]
    assert [*tmp_path.iterdir()] == []
