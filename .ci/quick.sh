#!/bin/sh
# The quick half of the tests in an environment of its own.
# Usage: sh .ci/quick.sh lowest|highest [PYTHON VERSION]      without a version: the newest Python on this machine
set -eu
cd "$(dirname "$0")/.."
resolution=$1
wanted=${2:-}
here=.venv/$resolution
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --disable-pip-version-check uv
# Pythons that pyenv keeps are found too, whichever of them is switched on.
PATH="$PATH$(printf ':%s' "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*/bin)"
python=
for version in ${wanted:-3.15 3.14 3.13 3.12 3.11}; do
    python=$(.venv/bin/uv python find --no-python-downloads "$version" 2>/dev/null) && break
done
[ -n "$python" ] || { echo "There is no Python ${wanted:-3.11 or newer} here; the tests with the $resolution libraries are left out." >&2; exit 0; }
[ "$resolution" = lowest ] && chosen=lowest-direct || chosen=highest
.venv/bin/uv venv --quiet --clear --python "$python" "$here"
.venv/bin/uv pip install --quiet --python "$here/bin/python" --resolution "$chosen" --requirement pyproject.toml --extra dev
echo "The quick half with the $resolution libraries, on $("$here/bin/python" --version):" >&2
"$here/bin/python" -m companion.tools.headless "$here/bin/python" -m pytest -n 2 \
    tests/calibration tests/rules tests/vision tests/companion/test_session.py tests/companion/test_store.py \
    tests/companion/test_live.py tests/companion/test_unwritten.py tests/companion/test_watching.py \
    tests/companion/test_cli.py tests/companion/test_printing.py tests/companion/test_app_log.py tests/club
