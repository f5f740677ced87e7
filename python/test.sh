#!/usr/bin/env bash
# Builds the Python package in a virtual environment of its own, and runs its tests. Packages that
# are not there for this Python are done without: tests that need them are skipped.
set -euo pipefail
cd "$(dirname "$0")"
target=$(mkdir -p "${CARGO_TARGET_DIR:-../target}" && cd "${CARGO_TARGET_DIR:-../target}" && pwd)
# Without a Python, nothing is tested: a fault if REQUIRE_TOOLS asks for it (see tests/common/tools.rs).
skip() {
    echo "skipped: no python3${1-}, so the Python package is not tested" >&2
    case ",${REQUIRE_TOOLS-}," in
    *,1,* | *,python3,*) exit 1 ;;
    esac
    exit 0
}
command -v python3 > /dev/null || skip
python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' || skip ' of version 3.9'
venv=$target/python-venv
if [ ! -x "$venv/bin/python" ] && ! python3 -m venv "$venv"; then
    rm -rf "$venv"
    skip ' that makes virtual environments (venv)'
fi
install() {
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
}
install 'maturin>=1.8,<2' pytest
# Wheels only: building these takes longer than all tests.
for package in numpy scipy pandas polars mypy pyright nbclient ipykernel tqdm exact_cover xcover; do
    install --prefer-binary --only-binary numpy,scipy,pandas,polars,mypy,numba,llvmlite "$package" ||
        echo "skipped: tests that need $package, which cannot be installed"
done
# maturin is there already: no second environment to build in. What is tested here are answers, not
# speed, so the package is built sooner than users build it.
export CARGO_TARGET_DIR=$target/python
export CARGO_PROFILE_RELEASE_OPT_LEVEL=${CARGO_PROFILE_RELEASE_OPT_LEVEL:-1}
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=${CARGO_PROFILE_RELEASE_CODEGEN_UNITS:-16}
PATH=$venv/bin:$PATH install --no-build-isolation --no-deps --force-reinstall .
"$venv/bin/python" -m pytest -q -rs -p no:cacheprovider tests "$@"
