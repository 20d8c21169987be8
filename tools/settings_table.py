"""`make docs`: write the table of all settings in docs/operations/settings.md.

The table stands between two markers. The text of a row is the docstring of the setting in its
class, so it is written only once. settings-doc would need a template and a subclass for defaults as
the environment has them: P7D, on.
"""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

from engine.admin.console.config import ConsoleSettings
from engine.config import Settings as EngineSettings
from gateway.config import Settings as GatewaySettings
from herald.config import Settings as HeraldSettings
from pydantic import SecretStr, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings

PAGE = Path(__file__).parent.parent / "docs/operations/settings.md"
PROGRAMS: tuple[type[BaseSettings], ...] = (
    EngineSettings,
    GatewaySettings,
    HeraldSettings,
    ConsoleSettings,
)
BEGIN = "<!-- settings: written by `make docs` -->"
END = "<!-- /settings -->"
BLOCK = re.compile(f"{BEGIN}\n.*{END}\n", re.DOTALL)
REQUIRED = "must be set"
HEAD = "| variable | default | what |\n|---|---|---|\n"


def main() -> None:
    """Write the page with the table of today's settings."""
    PAGE.write_text(written(PAGE.read_text()))


def written(page: str) -> str:
    """The page with an up-to-date table. Raise ValueError unless it has both markers once."""
    text, times = BLOCK.subn(lambda _: f"{BEGIN}\n{table()}{END}\n", page)
    if times != 1:
        raise ValueError(f"{BEGIN} and {END} should be in the page once each.")
    return text


def table() -> str:
    """The table in Markdown: a row per setting of all programs."""
    return HEAD + "".join(
        _row(_variable(settings, name, field), field)
        for settings in PROGRAMS
        for name, field in _own_first(settings)
    )


def _variable(settings: type[BaseSettings], name: str, field: FieldInfo) -> str:
    """The variable of a setting; one that several programs share has a name without a prefix."""
    if field.validation_alias:
        return str(field.validation_alias)
    return f"{settings.model_config['env_prefix']}{name.upper()}"


def _own_first(settings: type[BaseSettings]) -> list[tuple[str, FieldInfo]]:
    """The program's own settings, then those that all programs have."""
    own = settings.__annotations__
    return sorted(settings.model_fields.items(), key=lambda item: item[0] not in own)


def _row(variable: str, field: FieldInfo) -> str:
    """The row of a setting. Raise ValueError if the setting has no docstring."""
    if not field.description:
        raise ValueError(f"{variable} has no docstring.")
    text = " ".join(field.description.split()).removesuffix(".").replace("|", "\\|")
    return f"| `{variable}` |{_default(field)} | {text[0].lower()}{text[1:]} |\n"


def _default(field: FieldInfo) -> str:
    """The cell of the default, as it is written in the environment: `P7D`, `on`, `0.8`."""
    if field.is_required():
        return f" {REQUIRED}"
    shown = _written(field.get_default())
    return f" `{shown}`" if shown else ""


def _written(value: Any) -> str:
    if isinstance(value, SecretStr):
        return value.get_secret_value()
    if isinstance(value, timedelta):
        return str(TypeAdapter(timedelta).dump_python(value, mode="json"))
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    main()
