#!/usr/bin/env bash
# Compares the host engine with Open MPI on this machine: f32 sum over 2 ranks. The two take turns, and per size the
# median and the least of the rounds are printed, as comma-separated values; ratio is negzero's time over Open MPI's.
# On a machine with other work the least is nearer to what a quiet one would show.
# Needs mpicc and mpirun. Environment: ROUNDS (3), MIN (64), MAX (67108864), FACTOR (4), MACHINE (its description).
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
rounds=${ROUNDS:-3} min=${MIN:-64} max=${MAX:-67108864} factor=${FACTOR:-4}
machine=${MACHINE:-$(nproc) x $(uname -m)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mpicc -std=c11 -O3 -march=native -Wall -Wextra -o "$work/ompi" "$here/native/ompi_allreduce.c"

load() { cut -d ' ' -f 1 /proc/loadavg; }
before=$(load)
for ((round = 0; round < rounds; round++)); do
    "$here/../negzero" bench --engine host --ranks 2 --dtype f32 --min "$min" --max "$max" --factor "$factor" --csv |
        awk -F, 'NR > 1 { print "negzero," $1 "," $5 }' >> "$work/times"
    mpirun --allow-run-as-root --oversubscribe -np 2 "$work/ompi" "$min" "$max" "$factor" |
        sed 's/^/ompi,/' >> "$work/times"
done

printf '# %s, %s; f32 sum, 2 ranks, out of place; time of a call, median and least of %s rounds in turns\n' \
    "$machine" "$(date +%F)" "$rounds"
printf '# %s; %s; load average %s before, %s after\n' \
    "$(java -version 2>&1 | head -n 1)" "$(mpirun --version | head -n 1)" "$before" "$(load)"
printf '# command: benchmarks/host.sh\n'
printf 'bytes,negzero_us,ompi_us,ratio,negzero_least_us,ompi_least_us,least_ratio\n'
sort -t, -k1,1 -k2,2n -k3,3g "$work/times" | awk -F, -v rounds="$rounds" '
    {
        seen = ++n[$1, $2]
        if (seen == 1) { least[$1, $2] = $3 }
        if (seen == int(rounds / 2) + 1) { median[$1, $2] = $3 }
        if (seen == 1 && $1 == "ompi") { sizes[++count] = $2 }
    }
    END {
        for (i = 1; i <= count; i++) {
            b = sizes[i]
            m = median["negzero", b]; l = least["negzero", b]
            printf "%d,%.2f,%.2f,%.2f", b, m, median["ompi", b], m / median["ompi", b]
            printf ",%.2f,%.2f,%.2f\n", l, least["ompi", b], l / least["ompi", b]
        }
    }'
