"""The arena: which of two bots is stronger, by many matches, and how sure that is.

`croupier-arena A B --game lost-cities --pairs 200` plays them here, `--url` on a service.
"""
