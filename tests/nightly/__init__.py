"""What no quick test can show: kills, power cuts, full disks, flipped bytes, fuzzed files, two windows.

    python -m tests.nightly                  # all attacks; prints tries and failures, exit status 1 if any failed
    python -m tests.nightly power kill       # some of them
    python -m tests.nightly --share 0.1      # a tenth of the tries
"""
