"""The services of Docker Compose: their variables are settings, and one switch has the house."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import yaml
from engine.admin.console.config import ConsoleSettings
from engine.config import Settings as EngineSettings
from gateway.config import Settings as GatewaySettings
from pydantic_settings import BaseSettings

from bots import new_key
from bots.house import Settings as HouseSettings
from tests.deploy.rendered import containers, one
from tools.images import IMAGES, tag
from tools.stack import ROOT

pytestmark = pytest.mark.service

FOLDER = ROOT / "deploy"
COMPOSE: Any = yaml.safe_load((FOLDER / "compose.yaml").read_text())
HOME: Any = yaml.safe_load((FOLDER / "home/compose.yaml").read_text())
"""What is laid over it for a server at home."""
PROGRAMS: tuple[tuple[str, type[BaseSettings]], ...] = (
    ("ENGINE", EngineSettings),
    ("GATEWAY", GatewaySettings),
    ("CONSOLE", ConsoleSettings),
)
SERVICES = COMPOSE["services"]
EVERY = [*SERVICES.values(), *HOME["services"].values()]
KEY = "/etc/croupier/house"


def test_every_variable_is_a_setting_of_its_program() -> None:
    house = asdict(HouseSettings.read(SERVICES["house"]["environment"]))
    known = {f"BOTS_{name.upper()}" for name in house}
    for prefix, kind in PROGRAMS:
        known |= {f"{prefix}_{name.upper()}" for name in kind.model_fields}
        known |= {f"{prefix}_REDIS_URL"}
    ours = [each for each in EVERY if not each.get("image", "").startswith(("caddy", "${REDIS"))]
    assert len(ours) > len(SERVICES) - 1
    for each in ours:
        assert each.get("environment", {}).keys() <= known


def test_what_every_service_mounts_is_there_and_no_service_may_more_than_it_must() -> None:
    named = {*COMPOSE["volumes"], *HOME["volumes"]}
    for each in EVERY:
        for source in (text.partition(":")[0] for text in each.get("volumes", ())):
            assert source in named or (FOLDER / source).is_file(), source
    for name, each in HOME["services"].items():
        assert name in SERVICES or (each["read_only"], each["cap_drop"]) == (True, ["ALL"]), name


def test_the_images_are_those_that_are_made_here() -> None:
    """But for the herald's: compose runs none, and webhooks wait."""
    ours = {each["image"] for name, each in SERVICES.items() if name != "redis"}
    made = {each.replace("${VERSION:-", "").rstrip("}") for each in ours}
    assert made == {tag(each) for each in IMAGES if each != "herald"}


def test_one_switch_has_the_house_and_nothing_else_needs_it() -> None:
    switched = {name for name, each in SERVICES.items() if each.get("profiles") == ["house"]}
    assert switched == {"house", "house-key"}
    for name in SERVICES.keys() - switched:
        needed = SERVICES[name].get("depends_on", {})
        assert all(not needed[each]["required"] for each in switched & needed.keys())


def test_another_switch_has_the_console_which_this_machine_alone_reaches() -> None:
    switched = {name for name, each in SERVICES.items() if each.get("profiles") == ["console"]}
    assert switched == {"console"}
    console = SERVICES["console"]
    assert [each.rpartition(":")[0] for each in console["ports"]] == ["127.0.0.1:8082"]
    assert {*console["networks"]} & {*SERVICES["gateway"]["networks"]} == {"inside"}
    folder = console["environment"]["CONSOLE_LINKS"].rpartition("/")[0]
    assert [each.partition(":")[0] for each in console["tmpfs"]] == [folder]
    assert "console" not in str(HOME["services"]), "nor does the proxy of a server at home"
    assert "8082" not in (FOLDER / "home/Caddyfile").read_text()


def test_the_house_has_the_limits_of_the_manifests() -> None:
    limits = containers(one("prod", "Deployment", "bots"))[0]["resources"]["limits"]
    assert float(limits["cpu"]) == SERVICES["house"]["cpus"]
    assert limits["memory"].lower() == f"{SERVICES['house']['mem_limit']}i"


def test_the_gateway_knows_the_house_by_the_key_that_is_made_once(tmp_path: Path) -> None:
    key = tmp_path / "key"
    new_key.main(str(key))
    made = key.read_text()
    assert len(made) >= 32
    assert key.stat().st_mode & 0o777 == 0o600
    new_key.main(str(key))
    assert key.read_text() == made
    assert SERVICES["house-key"]["entrypoint"] == ["python", "-m", "bots.new_key", f"{KEY}/key"]
    said = [
        SERVICES["gateway"]["environment"]["GATEWAY_HOUSE_KEY_FILE"],
        SERVICES["house"]["environment"]["BOTS_HOUSE_KEY_FILE"],
    ]
    assert said == [f"{KEY}/key"] * 2
    for name, end in (("gateway", ":ro"), ("house", ":ro"), ("house-key", "")):
        assert f"house:{KEY}{end}" in SERVICES[name]["volumes"]
