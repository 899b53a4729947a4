"""`python -m companion.tools bench`."""

import sys

from companion.tools.bench.running import main

if __name__ == "__main__":
    sys.exit(main())
