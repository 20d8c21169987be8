"""The bill of materials of an image has what its lock file pins, and the hashes of it."""

import json
import re
from pathlib import Path

import pytest

from tools import audit, sbom
from tools.lock import FOLDER, PIN

pytestmark = pytest.mark.full  # make test-all installs what these programs need


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("service", ["engine", "gateway", "bots"])
def test_it_has_every_pin_with_its_hashes(service: str, tmp_path: Path) -> None:
    path = tmp_path / "bill.json"
    assert sbom.write(service, path) == 0
    bill, lock = json.loads(path.read_text()), (FOLDER / f"{service}.txt").read_text()
    parts = {f"{each['name']}=={each['version']}": each for each in bill["components"]}
    assert parts.keys() == {*PIN.findall(lock)}
    for pin, part in parts.items():
        rest = lock.split(f"\n{pin}")[1].split("\n    # via")[0]
        listed = {
            digest["content"]
            for reference in part["externalReferences"]
            for digest in reference.get("hashes", [])
        }
        assert listed == {*re.findall(r"sha256:([0-9a-f]{64})", rest)}, pin


def test_a_database_that_is_away_is_named_and_no_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert audit.main(["requirements/uv.txt"]) == 0
    assert "NOT CHECKED" in capsys.readouterr().out
