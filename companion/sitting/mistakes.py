"""What went wrong, at the outermost edge: a refusal has its own sentence; anything else is our mistake, told in one
sentence, with its traceback kept in a file.

    except Refusal as refusal: show(texts.fault_text(refusal))
    except Exception as mistake: show(told(mistake))
"""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from platformdirs import user_log_path

from companion.words import texts

log = logging.getLogger(__name__)
MOST_BYTES = 1_000_000  # of mistakes; the oldest go


def told(mistake: BaseException, file: Path | None = None) -> str:
    """Write a mistake of ours down, and say so in a sentence.  No memory left is nobody's mistake."""
    if isinstance(mistake, MemoryError):
        return texts.NO_MEMORY
    log.error("A mistake of ours", exc_info=mistake)
    file = file or default_file()
    text = "".join(traceback.format_exception(mistake))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and file.stat().st_size > MOST_BYTES:
            file.replace(file.with_suffix(".old.txt"))
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{datetime.now():%Y-%m-%d %H:%M:%S}, version {_version()}, Python "
                         f"{platform.python_version()}, {sys.platform}\n{text}\n")
    except OSError:  # then at least whoever looks at the terminal sees it
        with suppress(OSError, AttributeError):
            sys.stderr.write(text)
    return texts.OUR_MISTAKE.format(file=file)


def default_file() -> Path:
    """Where this device keeps our mistakes."""
    return user_log_path("table-companion") / "mistakes.txt"


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # 20 ms that an app without mistakes need not wait

    try:
        return version("table-companion")
    except PackageNotFoundError:
        return "unknown"
