// Times MPI_Allreduce of floats the way `negzero bench` times its calls: many calls in a row, the slowest rank counts,
// median of repeats. Arguments: smallest and longest message in bytes, factor. Prints bytes,time_us.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { REPEATS = 5 };

static int ascending(const void* a, const void* b) {
    double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double microseconds(const float* in, float* out, int count, int calls) {
    double times[REPEATS];
    // The first round warms up.
    for (int repeat = -1; repeat < REPEATS; repeat++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int i = 0; i < calls; i++) {
            MPI_Allreduce(in, out, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
        }
        double mine = (MPI_Wtime() - start) / calls * 1e6;
        if (repeat >= 0) {
            MPI_Allreduce(&mine, &times[repeat], 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
    }
    qsort(times, REPEATS, sizeof times[0], ascending);
    return times[REPEATS / 2];
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    if (argc != 4) {
        fprintf(stderr, "usage: ompi_allreduce MIN MAX FACTOR\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    long min = atol(argv[1]), max = atol(argv[2]), factor = atol(argv[3]);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    float* in = malloc(max);
    float* out = malloc(max);
    if (min < 4 || max < min || factor < 2 || in == NULL || out == NULL) {
        fprintf(stderr, "ompi_allreduce: bad sizes, or no memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    for (long i = 0; i < max / 4; i++) {
        in[i] = (float)((i * 7 + rank * 13) % 17 - 8);
        out[i] = 0;
    }
    for (long bytes = min; bytes <= max; bytes *= factor) {
        long calls = (64L << 20) / bytes;
        calls = calls < 5 ? 5 : calls > 5000 ? 5000 : calls;
        double time = microseconds(in, out, (int)(bytes / 4), (int)calls);
        if (rank == 0) {
            printf("%ld,%.2f\n", bytes, time);
            fflush(stdout);
        }
    }
    free(in);
    free(out);
    MPI_Finalize();
    return 0;
}
