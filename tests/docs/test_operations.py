"""`docs/operations/settings.md` has the table of all settings as `make docs` writes it."""

import re
from typing import Any

import pytest
from pydantic import SecretStr, TypeAdapter
from pydantic_settings import BaseSettings, SettingsConfigDict

from tools import settings_table

PAGE = settings_table.PAGE.read_text()
ROW = re.compile(r"^\| `([A-Z_]+)` \| ?(.*?) ?\| \S.* \|$", re.MULTILINE)
ROWS = dict(ROW.findall(PAGE))


def test_the_table_is_as_it_is_written_by_make_docs() -> None:
    assert settings_table.written(PAGE) == PAGE, "run: make docs"


@pytest.mark.parametrize("settings", settings_table.PROGRAMS)
def test_every_setting_is_listed_with_its_default(settings: type[BaseSettings]) -> None:
    """The default as it stands in the table, read as the environment is, is the default."""
    prefix = str(settings.model_config["env_prefix"])
    fields = {
        str(field.validation_alias or f"{prefix}{name.upper()}"): field
        for name, field in settings.model_fields.items()
    }
    own = (prefix, *(name for name in fields if not name.startswith(prefix)))
    listed = {name: text for name, text in ROWS.items() if name.startswith(own)}
    assert listed.keys() == fields.keys()
    for name, field in fields.items():
        text = listed[name]
        if field.is_required():
            assert text == settings_table.REQUIRED
        else:
            kind: Any = field.annotation
            assert TypeAdapter(kind).validate_python(text.strip("`")) == field.default


class Undocumented(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="OTHER_", use_attribute_docstrings=True)

    secret: SecretStr = SecretStr("")
    """Told | to nobody, over
    two lines."""
    silent: int = 3


def test_a_setting_without_a_docstring_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings_table, "PROGRAMS", (Undocumented,))
    with pytest.raises(ValueError, match="OTHER_SILENT has no docstring"):
        settings_table.table()


def test_what_a_row_says_is_the_docstring(monkeypatch: pytest.MonkeyPatch) -> None:
    row = settings_table._row("OTHER_SECRET", Undocumented.model_fields["secret"])
    assert row == "| `OTHER_SECRET` | | told \\| to nobody, over two lines |\n"


def test_a_page_without_a_place_for_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="once each"):
        settings_table.written("# Operation\n")
