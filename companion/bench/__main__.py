"""`python -m companion.bench`."""

import sys

from companion.bench.running import main

if __name__ == "__main__":
    sys.exit(main())
