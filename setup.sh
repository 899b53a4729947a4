#!/bin/sh
# Sets up what a fresh machine lacks: system libraries (Debian, Ubuntu), a virtual environment, the packages.
# Usage: sh setup.sh run|test        PYTHON=python3.12 sh setup.sh run   to choose the Python
set -eu
cd "$(dirname "$0")"
goal=${1:-run}
python=${PYTHON:-python3}

say() { printf '%s\n' "$*" >&2; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
    say "Table Companion needs Python 3.11 or newer; set PYTHON to one, like: PYTHON=python3.12 make $goal"
    exit 2
}

# The lines of packages.debian.txt are "package goal", goal being run or test.
missing=
if command -v dpkg-query >/dev/null 2>&1; then
    while read -r package needed_for _; do
        case "$package" in '' | '#'*) continue ;; esac
        [ "$goal" = test ] || [ "$needed_for" = run ] || continue
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done <packages.debian.txt
fi
if [ -n "$missing" ]; then
    root=
    [ "$(id -u)" = 0 ] || root="sudo -n"
    say "Installing system libraries:$missing"
    # shellcheck disable=SC2086
    if ! { $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq \
        --no-install-recommends $missing; } >/dev/null 2>&1; then
        say "These system libraries are missing; please run: sudo apt-get install$missing"
        exit 2
    fi
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv || {
    say "Python cannot make a virtual environment here; on Debian or Ubuntu install python3-venv first."
    exit 2
}
extra=
[ "$goal" = test ] && extra='[dev]'
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".$extra"
touch ".venv/$goal.done"
[ "$goal" = run ] || touch .venv/run.done
