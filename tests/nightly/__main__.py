"""`python -m tests.nightly`: runs the attacks, and prints how often each was tried and how often it came through."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.nightly.attacks import ATTACKS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nightly", description=__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(ATTACKS)} (default: all)")
    parser.add_argument("--share", type=float, default=1.0, help="of the tries (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another night")
    args = parser.parse_args()
    unknown = set(args.attacks) - set(ATTACKS)
    if unknown:
        parser.error(f"there is no attack {sorted(unknown)[0]}")
    print("| attack | what is done | tries | failures | seconds |\n|---|---|--:|--:|--:|")
    failed = 0
    for name, (attack, most) in ATTACKS.items():
        if args.attacks and name not in args.attacks:
            continue
        tries, failures, begun = 0, [], time.monotonic()
        with tempfile.TemporaryDirectory(prefix="nightly-") as work:
            try:
                rng = random.Random(f"{args.seed} {name}")
                for result in attack(rng, max(1, round(most * args.share)), Path(work)):
                    tries += 1
                    failures += [result] if result is not None else []
            except OSError as error:
                print(f"| {name} | not tried here: {error} | 0 | | |", flush=True)
                continue
        what = (attack.__doc__ or "").splitlines()[0]
        print(f"| {name} | {what} | {tries} | {len(failures)} | {time.monotonic() - begun:.0f} |", flush=True)
        for sentence in sorted(set(failures))[:8]:
            print(f"  {name}: {failures.count(sentence)} × {sentence}", file=sys.stderr)
        failed += len(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
