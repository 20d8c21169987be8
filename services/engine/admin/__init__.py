"""What operators do to matches: `croupierctl`, which is `python -m engine.admin`.

It works on the store as an engine does, by the same rules: whatever changes a match is an
entry of its log that is stored over the version it was computed from, and told to all who
follow the match. What is hidden is shown for a reason only, which the match's players can
read once it has ended.
"""
