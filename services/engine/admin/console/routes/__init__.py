"""The routes of the console's API but those of its door, a module per noun."""

from engine.admin.console.routes import (
    acts,
    health,
    hooks,
    matches,
    players,
    ratings,
    reports,
    tournaments,
)
from engine.admin.console.routing import Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *players.ENDPOINTS,
    *matches.ENDPOINTS,
    *tournaments.ENDPOINTS,
    *reports.ENDPOINTS,
    *ratings.ENDPOINTS,
    *hooks.ENDPOINTS,
    *health.ENDPOINTS,
    *acts.ENDPOINTS,
)
