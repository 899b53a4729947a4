"""What is freed goes back to the system.

glibc keeps freed memory for the next time.  From what size on a block has pages of its own it learns by itself, up to
32 MB; then pictures and a network's tables come to lie among small things, in an arena for every thread, and hardly
ever is a whole end of one free (mallopt(3)).
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

# From /usr/include/malloc.h, with the value that each gets.
MALLOPT = {
    -3: 1 << 20,  # M_MMAP_THRESHOLD, bytes: larger blocks have pages of their own, and nothing is learnt
    -1: 8 << 20,  # M_TRIM_THRESHOLD, bytes: so much may be free at the end of the heap
    -8: 2,  # M_ARENA_MAX: arenas, however many threads there are
}


def give_back_freed_memory() -> None:
    """From now on; where the system is no Linux with glibc nothing changes."""
    for parameter, value in MALLOPT.items():
        _call_glibc("mallopt", parameter, value)


def give_back_now() -> None:
    """What lies free among things still in use, too (malloc_trim(3)); it takes some hundredths of a second."""
    _call_glibc("malloc_trim", 0)


def _call_glibc(function: str, *values: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            getattr(ctypes.CDLL(None), function)(*values)
