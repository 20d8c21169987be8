"""Environments for learners: PettingZoo, Gymnasium and OpenSpiel, over matches in this process.

They need `pip install croupier-client[envs]`, or `croupier-client[openspiel]`, and what
`croupier_client.local` needs.
"""
