"""The store's Lua scripts. Each is one atomic change; headers say KEYS, ARGV and Returns."""

from importlib.resources import files

SCRIPTS = files(__name__)
