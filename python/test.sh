#!/usr/bin/env bash
# Builds the Python package in a virtual environment of its own, and runs its tests. Packages that
# are not there for this Python are done without: tests that need them are skipped.
set -euo pipefail
cd "$(dirname "$0")"
target=$(mkdir -p "${CARGO_TARGET_DIR:-../target}" && cd "${CARGO_TARGET_DIR:-../target}" && pwd)
if ! command -v python3 > /dev/null; then
    echo 'skipped: no python3, so the Python package is not tested'
    exit 0
fi
if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))'; then
    echo 'skipped: python3 is older than 3.9, so the Python package is not tested'
    exit 0
fi
venv=$target/python-venv
if [ ! -x "$venv/bin/python" ] && ! python3 -m venv "$venv"; then
    rm -rf "$venv"
    echo 'skipped: python3 cannot make virtual environments (venv), so the Python package is not tested'
    exit 0
fi
install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}
install 'maturin>=1.8,<2' pytest
# Wheels only: building these takes longer than all tests.
for package in numpy scipy exact_cover xcover; do
    install --prefer-binary --only-binary numpy,scipy,numba,llvmlite "$package" ||
        echo "skipped: tests that need $package, which cannot be installed"
done
# maturin is there already: no second environment to build in.
export CARGO_TARGET_DIR=$target/python
PATH=$venv/bin:$PATH install --no-build-isolation --no-deps --force-reinstall .
"$venv/bin/python" -m pytest -q -rs -p no:cacheprovider tests "$@"
