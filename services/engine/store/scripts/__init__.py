"""The store's Lua scripts. Each is one atomic change; its header says KEYS, ARGV and Returns."""

from importlib.resources import files

SCRIPTS = files(__name__)
