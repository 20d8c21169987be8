"""Environments for learners: PettingZoo, Gymnasium and OpenSpiel, over matches in this process.

`batched` plays thousands of tables at once, by a game's rules over arrays.

They need `pip install croupier-client[envs]`, or `croupier-client[openspiel]`, and what
`croupier_client.local` needs.
"""
