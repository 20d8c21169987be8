"""Croupier: run `croupier`."""
