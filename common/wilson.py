"""Wilson interval of a proportion; correct even for few cases, unlike the usual ±."""

from math import sqrt

_Z_OF_95_PERCENT = 1.959964  # 95 % of a normal distribution is within this many standard deviations


def wilson_interval(won: int, of: int) -> tuple[float, float]:
    """Return the Wilson score interval at 95 %, from 0 to 1; (0, 1) if `of` is 0.

    >>> low, high = wilson_interval(2, 3)
    >>> round(low, 2), round(high, 2)
    (0.21, 0.94)
    """
    if not of:
        return 0.0, 1.0
    share, square = won / of, _Z_OF_95_PERCENT * _Z_OF_95_PERCENT / of
    middle = (share + square / 2) / (1 + square)
    reach = _Z_OF_95_PERCENT * sqrt(share * (1 - share) / of + square / (4 * of)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
