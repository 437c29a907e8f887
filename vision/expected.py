"""What the game knows of a throw: which dice lie there, and how many of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.identify import Candidate

# A found die that is none of those expected: worse than any poor match, better than a hopeless one.
NONE_OF_THEM = 0.0
# More ways to deal the numbers out than this are not tried: the candidates stay as they are.
MOST_STATES = 4000

Options = Sequence[Sequence[Candidate]]
Dealt = tuple[float, tuple[str, ...]]


def settle(options: Options, expected: Mapping[str, int]) -> list[list[Candidate]]:
    """Each found die's candidates when exactly the expected dice lie there, best first.

    Which die each one is comes from dealing out the expected numbers so that all fit best together. How much
    worse the best other dealing is stays in its candidates as a rival: two dice that could change places are
    not sure.
    """
    dice = [die for die, count in expected.items() if count]
    states = 1
    for die in dice:
        states *= expected[die] + 1
    if not dice or states > MOST_STATES:
        return [list(candidates) for candidates in options]
    total, names = _deal(options, dice, expected)
    settled = []
    for number, (candidates, die) in enumerate(zip(options, names, strict=True)):
        own = [each for each in candidates if each.die == die]
        if not own:
            settled.append([replace(each, score=each.score - 9.0) for each in candidates])
            continue
        behind = total - _deal(options, dice, expected, (number, die))[0]
        rival = next((each for each in candidates if each.die != die), None)
        if rival:
            own.append(replace(rival, score=own[0].score - behind))
        settled.append(sorted(own, key=lambda each: -each.score))
    return settled


def _deal(
    options: Options, dice: list[str], expected: Mapping[str, int], without: tuple[int, str] | None = None
) -> Dealt:
    """The best sum of scores and the die each found one is then ("" for none of them)."""
    best: dict[tuple[int, ...], Dealt] = {(0,) * len(dice): (0.0, ())}
    for number, candidates in enumerate(options):
        scores = {die: max((c.score for c in candidates if c.die == die), default=None) for die in dice}
        further: dict[tuple[int, ...], Dealt] = {}
        for used, (total, names) in best.items():
            ways = [(used, NONE_OF_THEM, "")]
            for place, die in enumerate(dice):
                score = scores[die]
                if score is not None and used[place] < expected[die] and without != (number, die):
                    ways.append(((*used[:place], used[place] + 1, *used[place + 1 :]), score, die))
            for state, score, die in ways:
                if state not in further or total + score > further[state][0]:
                    further[state] = (total + score, (*names, die))
        best = further
    return max(best.values(), key=lambda each: each[0])
