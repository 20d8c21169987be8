"""requirements.txt is what `make lock` would write: in step with pyproject.toml, with hashes."""

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from typing import cast

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import pins
from tools.lock import HEAD, INSTALLS
from tools.stack import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
TEXT = pins.FILE.read_text()
HASHES = re.compile(r"(    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "arm64"),
    ("darwin", "x86_64"),
)


def pinned(name: str) -> dict[str, list[Requirement]]:
    """What an install gets by name: a package may have a version for older Pythons."""
    found: dict[str, list[Requirement]] = {}
    for each in pins.pins(name, TEXT):
        requirement = Requirement(each.partition(" \\\n")[0])
        found.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return found


def demanded(name: str) -> list[Requirement]:
    """What pyproject.toml demands for an install."""
    extras = [option.partition("=")[2] for option in INSTALLS[name] if option.startswith("--extra")]
    extras += EXTRAS if "--all-extras" in INSTALLS[name] else []
    groups = [option.partition("=")[2] for option in INSTALLS[name] if option.startswith("--group")]
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


def test_every_package_has_a_version_and_hashes() -> None:
    """And no address: where packages come from is a setting of the installing machine."""
    assert pins.PACKAGE.sub("", TEXT) == HEAD
    packages = [pin for pin, *_ in pins.PACKAGE.findall(TEXT)]
    assert len(packages) == len({*packages}) > 200
    assert all(HASHES.fullmatch(hashes) for _, _, hashes, _ in pins.PACKAGE.findall(TEXT))
    assert "://" not in TEXT


def test_every_package_is_for_an_install() -> None:
    known = {each.split()[0] for name in INSTALLS for each in pins.pins(name, TEXT)}
    assert known == {pin for pin, *_ in pins.PACKAGE.findall(TEXT)}
    names = {name for names, _ in pins.FOR.findall(TEXT) for name in names.split(", ")}
    assert names == INSTALLS.keys()


@pytest.mark.parametrize("name", INSTALLS)
def test_the_pins_are_what_pyproject_demands(name: str) -> None:
    """On every Python and platform; after a change of pyproject.toml: make lock."""
    found = pinned(name)
    for requirement, python, platform in product(demanded(name), PYTHONS, PLATFORMS):
        if applies(requirement, python, *platform):
            all_ = found[canonicalize_name(requirement.name)]
            (pin,) = [each for each in all_ if applies(each, python, *platform)]
            (specifier,) = pin.specifier
            assert specifier.version in requirement.specifier, (str(pin), str(requirement))


@pytest.mark.parametrize("name", INSTALLS)
def test_an_install_gets_one_version_of_a_package(name: str) -> None:
    for pins_, python, platform in product(pinned(name).values(), PYTHONS, PLATFORMS):
        assert sum(applies(each, python, *platform) for each in pins_) <= 1, (pins_, python)


def test_what_no_install_is_called_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert pins.main("engines") == 1
    assert capsys.readouterr().out == ""


def test_the_editable_package_is_built_with_what_is_pinned() -> None:
    """`make` installs it without build isolation."""
    required = {Requirement(each).name for each in PROJECT["build-system"]["requires"]}
    assert required <= pinned("local").keys() & pinned("build").keys()
