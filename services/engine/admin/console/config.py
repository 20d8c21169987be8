"""Settings of the console, from CONSOLE_* variables; those of Redis are the engine's."""

from pydantic_settings import BaseSettings, SettingsConfigDict


class ConsoleSettings(BaseSettings):
    """Where the console listens, and who may sign in."""

    model_config = SettingsConfigDict(
        env_prefix="CONSOLE_",
        frozen=True,
        use_attribute_docstrings=True,
        hide_input_in_errors=True,
        populate_by_name=True,
    )

    address: str = "127.0.0.1:8082"
    """Where to listen: `HOST:PORT`. It belongs on no port that players reach."""
