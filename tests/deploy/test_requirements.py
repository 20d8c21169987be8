"""requirements/*.txt are what `make lock` would write: in step with pyproject.toml, with hashes."""

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import FOLDER, SETS
from tools.stack import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
PIN = re.compile(r"^(\S+==.+?) \\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)((?:    #.*\n)*)", re.M)
DIRECT = "croupier (pyproject.toml"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "arm64"),
    ("darwin", "x86_64"),
)


def pins(name: str) -> dict[str, Requirement]:
    """The pins of a file by name, each NAME==VERSION with a marker."""
    found = (Requirement(pin) for pin, _, _ in PIN.findall((FOLDER / f"{name}.txt").read_text()))
    return {canonicalize_name(each.name): each for each in found}


def demanded(name: str) -> list[Requirement]:
    """What pyproject.toml demands for a file."""
    extras = [option.partition("=")[2] for option in SETS[name] if option.startswith("--extra")]
    extras += EXTRAS if "--all-extras" in SETS[name] else []
    groups = [option.partition("=")[2] for option in SETS[name] if option.startswith("--group")]
    texts = [*PROJECT["project"]["dependencies"]] if extras else []
    texts += [text for extra in extras for text in EXTRAS[extra]]
    texts += [text for group in groups for text in members(group)]
    return [Requirement(text) for text in texts]


def members(group: str) -> Iterator[str]:
    """The requirements of a dependency group, with those of the groups that it includes."""
    for each in GROUPS[group]:
        if isinstance(each, str):
            yield each
        else:
            yield from members(each["include-group"])


def applies(requirement: Requirement, python: str, system: str, machine: str) -> bool:
    environment: dict[str, str] = {
        **cast(dict[str, str], default_environment()),
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": system,
        "platform_machine": machine,
    }
    return requirement.marker is None or requirement.marker.evaluate(environment)


def test_there_is_a_file_for_each_set() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == SETS.keys()


@pytest.mark.parametrize("name", SETS)
def test_every_package_has_a_version_and_hashes(name: str) -> None:
    """And no address: where packages come from is a setting of the installing machine."""
    text = (FOLDER / f"{name}.txt").read_text()
    header, *_ = PIN.split(text)
    assert PIN.sub("", text) == header
    assert all(line.startswith("#") for line in header.splitlines())
    assert "make lock" in header
    assert "://" not in text


@pytest.mark.parametrize("name", SETS)
def test_the_pins_are_what_pyproject_demands(name: str) -> None:
    """On every Python and platform; after a change of pyproject.toml: make lock."""
    pinned = pins(name)
    for requirement, python, platform in product(demanded(name), PYTHONS, PLATFORMS):
        if applies(requirement, python, *platform):
            pin = pinned[canonicalize_name(requirement.name)]
            (specifier,) = pin.specifier
            assert specifier.version in requirement.specifier, (str(pin), str(requirement))
            assert applies(pin, python, *platform), (str(pin), python, platform)


@pytest.mark.parametrize("name", SETS)
def test_what_pyproject_does_not_demand_any_more_is_gone(name: str) -> None:
    names = {canonicalize_name(each.name) for each in demanded(name)}
    for pin, _, via in PIN.findall((FOLDER / f"{name}.txt").read_text()):
        if DIRECT in via:
            assert canonicalize_name(Requirement(pin).name) in names, pin


def test_all_files_agree_on_versions() -> None:
    everything = {str(pin.specifier) + name for each in SETS for name, pin in pins(each).items()}
    names = {name for each in SETS for name in pins(each)}
    assert len(everything) == len(names)


def test_the_editable_package_is_built_with_what_is_pinned() -> None:
    """`make` installs it without build isolation."""
    required = {Requirement(each).name for each in PROJECT["build-system"]["requires"]}
    assert required <= pins("local").keys() & pins("build").keys()
