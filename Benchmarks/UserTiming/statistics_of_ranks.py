"""The Mann–Whitney test of two samples."""

import math
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Comparison:
    first: float
    second: float
    # The probability that a value of the first sample is the greater one; 0.5 without a difference.
    probability: float
    # The probability of a difference at least as large by chance.
    p: float

    @classmethod
    def of(cls, first: list[float], second: list[float]) -> "Comparison":
        """Compares two samples by ranks, with the normal approximation and a correction for equal values."""
        values = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
        count, ranks, ties, start = len(values), 0.0, 0, 0
        while start < count:
            end = start
            while end < count and values[end][0] == values[start][0]:
                end += 1
            # Equal values have the mean of their ranks.
            ranks += (start + 1 + end) / 2 * sum(1 for _, sample in values[start:end] if sample == 0)
            ties += (end - start) ** 3 - (end - start)
            start = end
        pairs = len(first) * len(second)
        u = ranks - len(first) * (len(first) + 1) / 2
        deviation = math.sqrt(pairs / 12 * (count + 1 - ties / (count * (count - 1))))
        distance = max(0.0, abs(u - pairs / 2) - 0.5) / deviation if deviation else 0.0
        return cls(median(first), median(second), u / pairs, math.erfc(distance / math.sqrt(2)))
