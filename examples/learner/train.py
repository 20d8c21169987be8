"""Learn Lost Cities from Hugo: first to play as he does, then better.

    python train.py

It plays a thousand rounds at a time, by `croupier_client.envs.batched`, and writes `learned.npz`
and `curve.svg`. The first part imitates the policy of the game's rules over arrays, which is
Hugo's; the second one plays half of its rounds against it and half against itself, and learns by
PPO: https://arxiv.org/abs/1707.06347.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from croupier_client.envs.batched import Batch, sampled
from croupier_game.arrays import any_legal
from curve import Point, drawn
from network import Network, chances

ROUND = {"rounds": 1}
TABLES, STEPS = 1024, 32
"""How many rounds are played at a time, and how many steps of each make an update. The network
learns from as many positions at a time as there are tables: more would not fit into a cache."""
POINTS = 50.0
"""So many points are a reward of 1."""
RATE, IMPROVING = 1e-3, 4e-4
"""Adam's rate at first, when it imitates and when it improves."""
TRACE, CLIP, CURIOUS = 0.95, 0.2, 0.003
"""GAE's lambda, PPO's bound, and the worth of entropy."""
IMITATED = 10
"""How many updates Hugo is imitated for each one of PPO."""
CAREFUL = 5
"""In so many updates, only the worth of positions is learned: it begins from nothing."""


class Learner:
    """A network, and the dice of its actions."""

    def __init__(self, seed: int) -> None:
        self.net, self._dice = Network(seed), np.random.default_rng(seed)
        self.seed = seed

    def dice(self, count: int) -> Any:
        """Return uniform numbers."""
        return self._dice.integers(1 << 32, size=count, dtype=np.uint32)

    def imitate(self, updates: int) -> None:
        """Learn what Hugo would play, at tables where he plays, and one move in ten is any."""
        batch = Batch("lost-cities", TABLES, options=ROUND)
        state, seen = batch.init(self.seed)
        for update in range(updates):
            hugo = batch.rules.policy(state.tables)
            told = self.net.tell(seen.observation)
            slope, _ = chances(told.logits, seen.mask)
            slope[np.arange(TABLES), hugo] -= 1
            rate = RATE * (1 - update / updates)
            self.net.learn(told, slope / TABLES, np.zeros(TABLES, np.float32), rate)
            wild = self.dice(TABLES) % 10 == 0
            action = np.where(wild, any_legal(np, seen.mask, self.dice(TABLES)), hugo)
            state, seen, _ = batch.step(state, action)
        self.net.rest()

    def liked(self, seen: Any, mask: Any) -> Any:
        """Return logits, as an opponent."""
        return self.net.tell(seen).logits

    def play(self, batch: Batch, state: Any, seen: Any) -> Any:
        """Play some steps; return what was seen and done, and what came of it."""
        kept, rows = [], np.arange(batch.num_envs)
        for _ in range(STEPS):
            told = self.net.tell(seen.observation)
            action = sampled(np, told.logits, seen.mask, self.dice(len(rows)))
            likely = chances(told.logits, seen.mask)[0][rows, action]
            before, own = seen, state.own
            state, seen, came = batch.step(state, action)
            reward = came.rewards[rows, own] / np.float32(POINTS)
            row = (before.observation, before.mask, action, likely, told.worth, reward, came.over)
            kept.append(row)
        return state, seen, [np.stack(each) for each in zip(*kept, strict=True)]

    def improve(self, kept: Any, after: Any, rate: float, careful: bool) -> None:
        """Make better what was played: the advantages by GAE, the steps by PPO.

        after: what is seen next.
        """
        *played, worth, reward, over = kept
        better, ahead = np.zeros_like(worth), np.zeros(TABLES, np.float32)
        following = self.net.tell(after).worth
        for step in reversed(range(STEPS)):
            goes_on = ~over[step]
            ahead = reward[step] + following * goes_on - worth[step] + TRACE * ahead * goes_on
            better[step], following = ahead, worth[step]
        goal, spread = better + worth, better.std() + 1e-6
        better = (better - better.mean()) / spread
        flat = [each.reshape(-1, *each.shape[2:]) for each in (*played, better, goal)]
        for part in self._dice.permutation(TABLES * STEPS).reshape(-1, TABLES):
            self._step(*(each[part] for each in flat), rate=rate, careful=careful)

    def _step(
        self,
        seen: Any,
        mask: Any,
        action: Any,
        was: Any,
        better: Any,
        goal: Any,
        *,
        rate: float,
        careful: bool,
    ) -> None:
        rows, told = np.arange(TABLES), self.net.tell(seen)
        now, log = chances(told.logits, mask)
        ratio = now[rows, action] / was
        held = np.where(better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = (better * ratio * held / TABLES)[:, None]
        entropy = -np.einsum("ij,ij->i", now, log)[:, None]
        slope = now * (pull + CURIOUS / TABLES * (log + entropy))
        slope[rows, action] -= pull[:, 0]
        self.net.learn(
            told, slope * (not careful), 0.5 * (told.worth - goal) / TABLES, rate, not careful
        )

    def measure(self, rounds: int) -> tuple[float, float]:
        """Play rounds against Hugo, always what is liked most; return the mean and its error."""
        batch = Batch("lost-cities", rounds, "policy", options=ROUND)
        state, seen = batch.init(self.seed + 2)
        points, done = np.zeros(rounds), np.zeros(rounds, bool)
        while not done.all():
            logits = self.net.tell(seen.observation).logits
            state, seen, came = batch.step(state, np.where(seen.mask, logits, -np.inf).argmax(1))
            points += np.where(done, 0, came.rewards[np.arange(rounds), state.own])
            done |= came.over
        return float(points.mean()), float(1.96 * points.std() / rounds**0.5)


def learn(updates: int, seed: int, rounds: int, folder: Path) -> None:
    """Learn by so many updates. Write what was learned, and the curve, after each fortieth part."""
    learner, curve = Learner(seed), list[Point]()
    learner.imitate(updates * IMITATED)
    opponents: Any = ("policy", learner.liked)
    batches = [Batch("lost-cities", TABLES // 2, each, options=ROUND) for each in opponents]
    now = [batch.init(seed + number) for number, batch in enumerate(batches)]
    for update in range(updates + 1):
        if update % max(1, updates // 40) == 0:
            curve.append(Point(update, *learner.measure(rounds)))
            np.savez(folder / "learned.npz", *learner.net.weights)
            (folder / "curve.svg").write_text(drawn(curve))
            minutes = time.process_time() / 60
            print(f"{minutes:5.1f} min, update {update}: {curve[-1]}", flush=True)
        played = [
            learner.play(*each) for each in zip(batches, *zip(*now, strict=True), strict=True)
        ]
        now = [(state, seen) for state, seen, _ in played]
        kept = zip(*(rows for *_, rows in played), strict=True)
        after = np.concatenate([seen.observation for _, seen in now])
        rate = IMPROVING * (1 - update / (updates + 1))
        both = [np.concatenate(each, axis=1) for each in kept]
        learner.improve(both, after, rate, update < CAREFUL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=600)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=2000, help="of each point of the curve")
    parser.add_argument("--folder", type=Path, default=Path())
    said = parser.parse_args()
    learn(said.updates, said.seed, said.rounds, said.folder)
