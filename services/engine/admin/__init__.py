"""The operators' command line: `croupierctl`, which is `python -m engine.admin`.

It works on the store as an engine does, by the same rules: every change of a match is an
entry of its log that is stored over the version it was computed from, and published to
its followers. Hidden information is shown only for a reason, which the match's players can
read once it has ended.
"""
