#!/usr/bin/env bash
# Measures the algorithms of AUTO's table on the host engine, 2 ranks on this machine: one operation of each table, and two of
# the one for what only moves. Each algorithm in a JVM of its own, in turns, each rank bound to a core; per size the median and
# the least of the rounds, as comma-separated values. benchmarks/fastest says which is the fastest up to which size.
# Environment: RANKS (2), ROUNDS (5), MIN (32), MAX (16777216), TYPES (f32 bf16), MACHINE (its description), BEFORE (what stands in front of
# java: on a machine with other work "chrt -r 50", which needs root, runs it first).
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
ranks=${RANKS:-2} rounds=${ROUNDS:-5} min=${MIN:-32} max=${MAX:-16777216} types=${TYPES:-f32 bf16}
machine=${MACHINE:-$(nproc) x $(uname -m)}
methods=(all_reduce_by_{lamport_one_shot,mailbox_one_shot,signal_one_stage,signal_two_stage}
    reduce_scatter_by_{lamport_one_shot,mailbox_one_shot,signal_one_stage}
    broadcast_by_{mailbox_one_shot,signal_one_stage,signal_two_stage}
    {all_gather,all_to_all}_by_{mailbox_one_shot,signal_one_stage})
((ranks < 3)) || methods+=(all_reduce_by_lamport_two_shot)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
load() { cut -d ' ' -f 1 /proc/loadavg; }
(cd "$root" && mvn -q -B -ntp ${MAVEN_OFFLINE:+-o} -Dquick -DskipTests -pl src/test -am package \
    dependency:copy-dependencies < /dev/null) >&2
before=$(load)
for ((round = 0; round < rounds; round++)); do
    for type in $types; do
        for method in "${methods[@]}"; do
            # shellcheck disable=SC2086 # BEFORE is words
            ${BEFORE:-} java -cp "$root/src/test/target/test-classes:$root/src/test/target/dependency/*" \
                dev.negzero.tests.gpu.AlgorithmTimes host "$ranks" "$type" 0 0 "$min" "$max" 2 "$method" >> "$work/times"
        done
    done
done

printf '# %s, %s; host engine, %s ranks%s; sums and moves out of place; bytes of a segment\n' \
    "$machine" "$(date +%F)" "$ranks" "$([ "$ranks" -gt "$(nproc)" ] || echo ', each bound to a core')"
printf '# time of a call on the slower rank: median of 5 repeats in a JVM, of these the median and the least of %s rounds in turns\n' \
    "$rounds"
printf '# %s; load average %s before, %s after\n' "$(java -version 2>&1 | head -n 1)" "$before" "$(load)"
printf "# command: RANKS=%s ROUNDS=%s %sbenchmarks/host-algorithms.sh\n" "$ranks" "$rounds" "${BEFORE:+BEFORE=\"$BEFORE\" }"
sort -t, -k1,1n -k2,4 -k5,5n -k6,6g "$work/times" | awk -f "$root/benchmarks/rounds.awk"
