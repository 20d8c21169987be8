"""The operator's console: `croupierctl console`, the commands of croupierctl behind a page.

It runs the same functions of engine.admin over the same two connections to Redis, so it has by
construction no right that croupierctl lacks. `door` says who acts.
"""
