"""The store's Lua scripts. Each is one atomic change; headers say KEYS, ARGV and Returns."""

from importlib.resources import files

SCRIPTS = files(__name__)
ARGUMENT_LISTS = SCRIPTS / "argument_lists.lua"
"""A prelude for scripts that take several lists of any length."""
