"""Faults that are planted in the code, one at a time, to see whether the tests notice them."""
