"""The pairing recipe: who plays whom, as a function of what happened before and of the lots.

docs/pairings.md has it in words. Nothing here knows a log: it is given entrants in their order.
"""

RECIPE = 1
