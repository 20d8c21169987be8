"""Learn Lost Cities from Hugo: first to play as he does, then better.

    python train.py

It plays a thousand rounds at a time, by `croupier_client.envs.batched`, and writes `learned.npz`
and `curve.svg`. The first part imitates the policy of the game's rules over arrays, which is
Hugo's; the second one plays against it, and learns by PPO: https://arxiv.org/abs/1707.06347.
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
RATE, TRACE, CLIP, CURIOUS = 1e-3, 0.95, 0.2, 0.003
"""Adam's rate, GAE's lambda, PPO's bound, and the worth of entropy."""
IMITATED = 15
"""How many updates Hugo is imitated for each one of PPO."""
CAREFUL = 10
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

    def play(self, batch: Batch, state: Any, seen: Any) -> Any:
        """Play some steps; return what was seen and done, and what came of it."""
        kept = []
        for _ in range(STEPS):
            told = self.net.tell(seen.observation)
            action = sampled(np, told.logits, seen.mask, self.dice(TABLES))
            likely = chances(told.logits, seen.mask)[0][np.arange(TABLES), action]
            before, own = seen, state.own
            state, seen, came = batch.step(state, action)
            reward = came.rewards[np.arange(TABLES), own] / np.float32(POINTS)
            row = (before.observation, before.mask, action, likely, told.worth, reward, came.over)
            kept.append(row)
        return state, seen, [np.stack(each) for each in zip(*kept, strict=True)]

    def improve(self, kept: Any, after: Any, rate: float, careful: bool) -> None:
        """Make better what was played: the advantages by GAE, the steps by PPO."""
        *played, worth, reward, over = kept
        better, ahead = np.zeros_like(worth), np.zeros(TABLES, np.float32)
        following = self.net.tell(after.observation).worth
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
        state, seen = batch.init(self.seed + 1)
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
    batch = Batch("lost-cities", TABLES, "policy", options=ROUND)
    state, seen = batch.init(seed)
    for update in range(updates + 1):
        if update % max(1, updates // 40) == 0:
            curve.append(Point(update, *learner.measure(rounds)))
            np.savez(folder / "learned.npz", *learner.net.weights)
            (folder / "curve.svg").write_text(drawn(curve))
            minutes = time.process_time() / 60
            print(f"{minutes:5.1f} min, update {update}: {curve[-1]}", flush=True)
        state, seen, kept = learner.play(batch, state, seen)
        rate = RATE / 4 * (1 - update / (updates + 1))
        learner.improve(kept, seen, rate, update < CAREFUL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rounds", type=int, default=2000, help="of each point of the curve")
    parser.add_argument("--folder", type=Path, default=Path())
    said = parser.parse_args()
    learn(said.updates, said.seed, said.rounds, said.folder)
