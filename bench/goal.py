"""What a goal is; `bench.goals`, `bench.peers` and `bench.rules` have theirs."""

from dataclasses import dataclass

NOT_THERE = "not there"


@dataclass(frozen=True)
class Goal:
    """A goal and its measured value; None if this service lacks what the goal is about."""

    name: str
    bound: float
    value: float | None
    at_least: bool = True
    digits: int = 2

    @property
    def verdict(self) -> str:
        """Whether the value meets the bound, rounded as it is printed."""
        if self.value is None:
            return NOT_THERE
        value = round(self.value, self.digits)
        met = value >= self.bound if self.at_least else value <= self.bound
        return "met" if met else "NOT MET"

    @property
    def cells(self) -> list[str]:
        bound = f"{'at least' if self.at_least else 'at most'} {self.bound:,g}"
        return [
            self.name,
            bound,
            "-" if self.value is None else f"{self.value:,.{self.digits}f}",
            self.verdict,
        ]
