#!/usr/bin/env bash
# Times the annotation processor by JMH: one compilation of 1, 100 and 1000 types, in memory; beside the same sources without
# processing, and beside AutoValue on as many value types. Prints comma-separated values: times on the clock and of the compiling
# thread; then, by the latter, what a processor adds (its time less that of the same sources without processing), and the ratios
# that the goals speak of.
# Environment: WARMUP (20), ITERATIONS (12) of each of two JVMs, MACHINE (its description).
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
machine=${MACHINE:-$(nproc) x $(uname -m)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

load() { cut -d ' ' -f 1 /proc/loadavg; }
(cd "$root" && mvn -q -B -ntp -Dquick -DskipTests -pl benchmarks -am package) >&2
before=$(load)
java -cp "$root/benchmarks/target/negzero-benchmarks.jar:$root/benchmarks/target/lib/*" org.openjdk.jmh.Main \
    -wi "${WARMUP:-20}" -i "${ITERATIONS:-12}" -f 2 -rf csv -rff "$work/jmh.csv" >&2

printf '# %s, %s; a compilation in memory, mean of two JVMs, %s each after %s to warm up, 99.9 %% error\n' \
    "$machine" "$(date +%F)" "${ITERATIONS:-12}" "${WARMUP:-20}"
printf '# %s; load average %s before, %s after\n' "$(java -version 2>&1 | head -n 1)" "$before" "$(load)"
printf '# command: benchmarks/processor.sh\n'
printf 'what,types,ms,error_ms,cpu_ms\n'
tr -d '"\r' < "$work/jmh.csv" | awk -F, -v iterations="${ITERATIONS:-12}" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    {
        name = $column["Benchmark"]; sub(/.*\./, "", name)
        types = $column["Param: types"]; time = $column["Score"]
    }
    name ~ /:ms$/ { sub(/:ms$/, "", name); cpu[name, types] = time / (2 * iterations); next }
    {
        rows[++n] = name SUBSEP types
        clock[n] = sprintf("%s,%s,%.2f,%.2f", name, types, time, $column["Score Error (99.9%)"])
    }
    function added(name, types) { return cpu[name, types] - cpu[name "WithoutProcessing", types] }
    END {
        for (i = 1; i <= n; i++) printf "%s,%.2f\n", clock[i], cpu[rows[i]]
        m = split("1 100 1000", sizes, " ")
        for (i = 1; i <= m; i++) {
            types = sizes[i]
            printf "added by negzero,%s,,,%.2f\n", types, added("negzero", types)
            printf "added by AutoValue,%s,,,%.2f\n", types, added("autoValue", types)
            printf "added where nothing is annotated,%s,,,%.2f\n", types, added("unannotated", types)
        }
        print "ratio of cpu_ms,types,value,,"
        printf "added by negzero over AutoValue,1000,%.3f,,\n", added("negzero", 1000) / added("autoValue", 1000)
        printf "the same without kernel text,1000,%.3f,,\n",
            (cpu["negzero", 1000] - cpu["kernelText", 1000]) / added("autoValue", 1000)
        printf "negzero at 1000 over 100,1000,%.2f,,\n", cpu["negzero", 1000] / cpu["negzero", 100]
        printf "added by negzero at 1000 over 100,1000,%.2f,,\n", added("negzero", 1000) / added("negzero", 100)
    }'
