"""The bill of materials of an image has what is pinned for it, and the hashes of it."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from tools.pins import FILE, PACKAGE, pins
from tools.stack import ROOT

pytestmark = pytest.mark.full  # make test-all installs what these programs need


@pytest.mark.parametrize("service", ["engine", "gateway", "herald", "bots"])
def test_it_has_every_pin_with_its_hashes(service: str, tmp_path: Path) -> None:
    """Of the command that `make sbom` runs."""
    shown = subprocess.run(["make", "-n", "sbom"], cwd=ROOT, capture_output=True, text=True)
    found = r"(\S+ -m tools\.pins .*? \| \S+/cyclonedx-py requirements .*?) --output-file"
    (line,) = re.findall(found, shown.stdout, re.S)
    path = tmp_path / "bill.json"
    command = f"image={service}; {line} --output-file={path}"
    subprocess.run(["sh", "-c", command], cwd=ROOT, check=True, capture_output=True)
    bill = json.loads(path.read_text())
    needed = "".join(pins(service, FILE.read_text()))
    lock = {pin: hashes for pin, _, hashes, _ in PACKAGE.findall(needed)}
    parts = {f"{each['name']}=={each['version']}": each for each in bill["components"]}
    assert parts.keys() == lock.keys()
    for pin, part in parts.items():
        listed = {
            digest["content"]
            for reference in part["externalReferences"]
            for digest in reference.get("hashes", [])
        }
        assert listed == {*re.findall(r"sha256:([0-9a-f]{64})", lock[pin])}, pin
