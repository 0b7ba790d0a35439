#!/usr/bin/env bash
# Builds the libFuzzer targets with clang and the sanitizers and runs each for SECONDS (default 600).
#   tests/core/fuzz.sh [SECONDS] [TARGET…]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:-600}
shift || true
CXX=${CXX:-clang++} cmake -S . -B build/fuzz -DCROSSARC_BINDINGS=OFF -DCROSSARC_FUZZ=ON -DCROSSARC_SANITIZE=ON \
  -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS=-fsanitize=fuzzer-no-link
cmake --build build/fuzz -j 2
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(build/fuzz/tests/core/fuzz_*)
for target in "${targets[@]}"; do
  name=$(basename "$target")
  [ -x "build/fuzz/tests/core/$name" ] && [ ! -d "build/fuzz/tests/core/$name" ] || continue
  corpus="build/fuzz/corpus/$name"
  mkdir -p "$corpus"
  [ "$name" != fuzz_reader ] || printf '# c\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tX\t_\t_\t2\tdep\t2:dep\t_\n2\tb\tb\tX\t_\t_\t0\troot\t_\t_\n2.1\tc\tc\tX\t_\t_\t_\t_\t_\t_\n\n' > "$corpus/conllu"
  "build/fuzz/tests/core/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=2000 \
    -print_final_stats=1 "$corpus"
done
