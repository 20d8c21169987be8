"""`docs/operations.md` lists every setting, with the default that it has."""

import re
from pathlib import Path
from typing import Any

import pytest
from engine.config import Settings as EngineSettings
from gateway.config import Settings as GatewaySettings
from pydantic import TypeAdapter
from pydantic_settings import BaseSettings

PAGE = (Path(__file__).parents[2] / "docs/operations.md").read_text()
ROW = re.compile(r"^\| `((?:ENGINE|GATEWAY)_\w+)` \| (?:`(.*?)`)? ?\|", re.MULTILINE)
ROWS = dict(ROW.findall(PAGE))


@pytest.mark.parametrize("settings", [EngineSettings, GatewaySettings])
def test_every_setting_is_listed_with_its_default(settings: type[BaseSettings]) -> None:
    prefix = settings.model_config["env_prefix"]
    listed = {name: text for name, text in ROWS.items() if name.startswith(prefix)}
    assert list(listed) == [f"{prefix}{name.upper()}" for name in settings.model_fields]
    for text, field in zip(listed.values(), settings.model_fields.values(), strict=True):
        if field.is_required():
            assert text == ""
        else:
            kind: Any = field.annotation
            assert TypeAdapter(kind).validate_python(text) == field.default
