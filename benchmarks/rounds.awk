# Of the lines of several rounds by AlgorithmTimes, sorted by sort -t, -k1,1n -k2,4 -k5,5n -k6,6g: median and least of each.
# Fails if a result was wrong.
BEGIN {
    FS = ","
    print "ranks,dtype,operation,algorithm,bytes,median_us,least_us,wrong"
}
function show() {
    if (rounds > 0) printf "%s,%.2f,%.2f,%d\n", last, times[int((rounds + 1) / 2)], times[1], wrong
}
{
    key = $1 "," $2 "," $3 "," $4 "," $5
    if (key != last) {
        show()
        last = key
        rounds = wrong = 0
    }
    times[++rounds] = $6
    wrong += $7
    all += $7
}
END {
    show()
    if (all > 0) {
        printf "%d elements were wrong\n", all > "/dev/stderr"
        exit 1
    }
}
