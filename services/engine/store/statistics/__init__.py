"""The counters of players: what is counted of ended matches, and once each."""
