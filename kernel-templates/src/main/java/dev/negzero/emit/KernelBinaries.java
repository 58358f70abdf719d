package dev.negzero.emit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The compiled kernels that may stand beside a source: their resource names, and the index that says what each was made
 * from. The index is a resource of lines:
 *
 * <pre>
 * negzero binaries 1
 * source SHA256-OF-THE-CU
 * cubin sm_90 SHA256-OF-THE-FILE
 * ptx compute_80 SHA256-OF-THE-FILE
 * </pre>
 *
 * @param sourceSha256 SHA-256 of the CUDA source that all were compiled from, in hexadecimal
 * @param entries the binaries
 */
public record KernelBinaries(String sourceSha256, List<Entry> entries) {
    private static final String HEAD = "negzero binaries 1";
    private static final String SOURCE = "source ";

    public KernelBinaries {
        entries = List.copyOf(entries);
    }

    /** How a binary gets to run. */
    public enum Kind {
        /** Machine code of one architecture, {@code sm_NN}. */
        CUBIN("sm_", "cubin"),
        /** Text that the driver translates, for {@code compute_NN} and all later architectures. */
        PTX("compute_", "ptx");

        private final String prefix;
        private final String extension;

        Kind(String prefix, String extension) {
            this.prefix = prefix;
            this.extension = extension;
        }
    }

    /**
     * One binary.
     *
     * @param kind how it gets to run
     * @param capability ten times the major compute capability plus the minor: 90
     * @param sha256 of the file, in hexadecimal
     */
    public record Entry(Kind kind, int capability, String sha256) {
        /** Name of the architecture as compilers know it: {@code sm_90}, {@code compute_80}. */
        public String target() {
            return kind.prefix + capability;
        }

        /** Its resource, for a plan's {@code resourceStem}. */
        public String resource(String stem) {
            return stem + "." + target() + "." + kind.extension;
        }

        /** Machine code runs on its own major architecture, from its minor one on; PTX on every later one too. */
        boolean runsOn(int device) {
            boolean sameMajor = device / 10 == capability / 10;
            return device >= capability && (sameMajor || kind == Kind.PTX);
        }
    }

    /** The index's resource, for a plan's {@code resourceStem}. */
    public static String indexResource(String stem) {
        return stem + ".binaries";
    }

    /**
     * What runs on a device, best first: machine code before PTX, then the closest architecture.
     *
     * @param capability of the device, 90 for {@code sm_90}
     */
    public List<Entry> candidates(int capability) {
        return entries.stream()
                .filter(entry -> entry.runsOn(capability))
                .sorted(Comparator.comparing(Entry::kind)
                        .thenComparing(Entry::capability, Comparator.<Integer>reverseOrder()))
                .toList();
    }

    /** The index's text, ending in a newline. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        text.append(HEAD).append('\n').append(SOURCE).append(sourceSha256).append('\n');
        for (Entry entry : entries) {
            text.append(entry.kind().extension)
                    .append(' ')
                    .append(entry.target())
                    .append(' ')
                    .append(entry.sha256())
                    .append('\n');
        }
        return text.toString();
    }

    /**
     * Reads an index.
     *
     * @throws ManifestException when it isn't one
     */
    public static KernelBinaries parse(String text) {
        List<String> lines = text.lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals(HEAD) || !lines.get(1).startsWith(SOURCE)) {
            throw new ManifestException(
                    "an index of kernel binaries starts with '" + HEAD + "' and '" + SOURCE + "...'");
        }
        List<Entry> entries = new ArrayList<>();
        for (String line : lines.subList(2, lines.size())) {
            entries.add(entry(line));
        }
        return new KernelBinaries(lines.get(1).substring(SOURCE.length()), entries);
    }

    private static Entry entry(String line) {
        String[] words = line.split(" ", -1);
        if (words.length == 3) {
            for (Kind kind : Kind.values()) {
                if (words[0].equals(kind.extension) && words[1].matches(kind.prefix + "[0-9]{2,4}")) {
                    int capability = Integer.parseInt(words[1].substring(kind.prefix.length()));
                    return new Entry(kind, capability, words[2]);
                }
            }
        }
        throw new ManifestException("not an entry of an index of kernel binaries: '" + line + "'");
    }
}
