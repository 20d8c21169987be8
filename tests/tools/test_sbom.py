"""The bill of materials of an image has what its lock file pins, and the hashes of it."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools.lock import FOLDER, PIN
from tools.stack import ROOT

pytestmark = pytest.mark.full  # make test-all installs what these programs need


@pytest.mark.parametrize("service", ["engine", "gateway", "bots"])
def test_it_has_every_pin_with_its_hashes(service: str, tmp_path: Path) -> None:
    """Of the command that `make sbom` runs."""
    shown = subprocess.run(["make", "-n", "sbom"], cwd=ROOT, capture_output=True, text=True)
    (line,) = re.findall(r"\S+/cyclonedx-py requirements .*?(?= --output-file)", shown.stdout, re.S)
    path = tmp_path / "bill.json"
    words = line.replace("\\\n", " ").replace("$image", service).split()
    subprocess.run([*words, f"--output-file={path}"], cwd=ROOT, check=True, capture_output=True)
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
