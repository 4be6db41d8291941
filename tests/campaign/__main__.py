"""Tries to break the program, and prints the results: `python -m tests.campaign --help`."""

import argparse
import sys
from itertools import count, islice
from math import inf

from tests.campaign import (
    disk,
    engine,
    files,
    journals,
    keys,
    kill,
    kill_writers,
    large_fights,
    lines,
    names,
    odds,
    phones,
    power,
    read_only,
    reports,
    saves,
    terminal,
    turns,
    two_programs,
)
from tests.campaign.trials import Campaign, Tally, run_campaign, run_trial, table

MODULES = (
    lines,
    large_fights,
    names,
    odds,
    turns,
    journals,
    power,
    disk,
    engine,
    read_only,
    saves,
    reports,
    two_programs,
    kill,
    kill_writers,
    phones,
    keys,
    files,
    terminal,
)
CAMPAIGNS = {each.name: each for module in MODULES for each in module.CAMPAIGNS}
MOST_SHOWN = 3
"""The most failures of a campaign that are shown in full."""


def main() -> int:
    """Runs the campaigns, or repeats one trial; the exit status is 1 after a failure."""
    parser = argparse.ArgumentParser("python -m tests.campaign", description=__doc__)
    parser.add_argument("campaign", nargs="*", metavar="CAMPAIGN", help=f"only these of {', '.join(CAMPAIGNS)}")
    parser.add_argument("--minutes", type=float, default=10, help="how long all of them may take (10)")
    parser.add_argument("--trials", type=int, help="how many of each, instead of how long")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--repeat", metavar="CAMPAIGN:SEED", help="one trial again")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.campaign if name not in CAMPAIGNS]
    if unknown:
        parser.error(f"no such campaign: {', '.join(unknown)}")
    if arguments.minutes <= 0 or (arguments.trials is not None and arguments.trials <= 0):
        parser.error("--minutes and --trials take a number above 0")
    if arguments.repeat:
        name, _, seed = arguments.repeat.partition(":")
        if name not in CAMPAIGNS or not seed.isdecimal():
            parser.error(f"--repeat takes CAMPAIGN:SEED, e.g. lines:1, not {arguments.repeat}")
        return repeat(CAMPAIGNS[name], int(seed))
    chosen = [CAMPAIGNS[name] for name in arguments.campaign or CAMPAIGNS]
    return run(chosen, arguments)


def repeat(campaign: Campaign, seed: int) -> int:
    """Repeats a trial, and prints its result."""
    outcome = run_trial(campaign, seed)
    tally = Tally()
    tally.add(outcome)
    print(outcome.fault or ", ".join(filter(None, (f"held: {outcome.tried} {campaign.of}", tally.depth))))
    return 1 if outcome.fault else 0


def run(campaigns: list[Campaign], options: argparse.Namespace) -> int:
    """Runs campaigns, each for its share of the time or with a number of trials, and prints the table."""
    shares = sum(each.share for each in campaigns)
    tallies: list[tuple[Campaign, Tally]] = []
    for campaign in campaigns:
        seconds = inf if options.trials else options.minutes * 60 * campaign.share / shares
        tally = run_campaign(campaign, islice(count(options.seed), options.trials), seconds)
        tallies.append((campaign, tally))
        for failure in tally.failed[:MOST_SHOWN]:
            print(f"{failure.fault}\nagain: python -m tests.campaign --repeat {campaign.name}:{failure.seed}\n")
    print("\n".join(table(tallies)))
    return 1 if any(tally.failed for _, tally in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
