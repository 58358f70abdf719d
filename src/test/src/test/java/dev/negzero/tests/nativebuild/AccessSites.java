package dev.negzero.tests.nativebuild;

import dev.negzero.emit.Platform;
import dev.negzero.tests.nativebuild.Access.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which function of which header each memory instruction of an assembly belongs to.
 *
 * <p>The functions of the platform header are compiled without line information, so an access has the line that calls
 * them: the line that chose order and scope.
 */
final class AccessSites {
    /** A function of a header, and a kind of instruction that it makes. */
    record Site(String header, String function, Form form) implements Comparable<Site> {
        @Override
        public int compareTo(Site other) {
            return toString().compareTo(other.toString());
        }
    }

    private static final Pattern SECTION = Pattern.compile("// ======== (\\S+) ========");
    private static final Pattern FUNCTION = Pattern.compile(
            "^ *(?:NZ_DEVICE(?:_COLD)?|NZ_MEMBER|static NZ_MEMBER)\\b[^(]*?(?:\\b(\\w+)|operator\\(\\))\\(");
    private static final Pattern LOC = Pattern.compile("^\\s*\\.loc\\s+\\d+\\s+(\\d+)");

    private final List<String> headers = new ArrayList<>();
    private final List<String> functions = new ArrayList<>();
    private final String source;

    AccessSites(String emitted) {
        List<String> lines = new ArrayList<>();
        String header = "head";
        String function = "";
        for (String line : emitted.split("\n", -1)) {
            Matcher section = SECTION.matcher(line);
            if (section.find()) {
                header = section.group(1);
                function = "";
            }
            Matcher start = FUNCTION.matcher(line);
            boolean define = line.startsWith("#define");
            if (start.find() && !define && start.group(1) != null) {
                function = start.group(1);
            }
            headers.add(header);
            functions.add(function);
            boolean platform = header.startsWith("platform_");
            lines.add(
                    platform && !define
                            ? line.replaceFirst("^NZ_DEVICE ", "NZ_DEVICE __attribute__((nodebug)) ")
                            : line);
        }
        source = String.join("\n", lines);
    }

    /** What is to be compiled, with the lines of what was emitted. */
    String source() {
        return source;
    }

    /** Headers that the source consists of. */
    Set<String> headers() {
        return new TreeSet<>(headers);
    }

    /**
     * All accesses to global memory through the platform header. What plain C++ reads through a generic pointer (parameters,
     * single elements of the caller's buffers) can't be told from a thread's own memory, and is no access to shared regions.
     */
    Set<Site> of(String assembly, Platform platform) {
        Set<Site> sites = new TreeSet<>();
        int line = 0;
        for (String text : assembly.split("\n")) {
            Matcher loc = LOC.matcher(text);
            if (loc.find()) {
                int at = Integer.parseInt(loc.group(1));
                line = at == 0 ? line : at;
                continue;
            }
            Form form = platform == Platform.CUDA ? ptx(text.strip()) : amd(text.strip());
            if (form != null) {
                sites.add(new Site(headers.get(line - 1), functions.get(line - 1), form));
            }
        }
        return sites;
    }

    private static Form ptx(String text) {
        if (text.startsWith("ld.relaxed.")) {
            return Form.RELAXED_LOAD;
        } else if (text.startsWith("ld.acquire.")) {
            return Form.ACQUIRE_LOAD;
        } else if (text.startsWith("st.relaxed.")) {
            return Form.RELAXED_STORE;
        } else if (text.startsWith("st.release.")) {
            return Form.RELEASE_STORE;
        } else if (text.startsWith("fence.")) {
            return Form.FENCE;
        } else if (text.startsWith("atom.acq_rel.")) {
            return Form.ACQ_REL_ATOMIC;
        } else if (text.startsWith("atom.relaxed.")) {
            return Form.RELAXED_ATOMIC;
        } else if (text.startsWith("ld.global.")) {
            return Form.LOAD;
        } else if (text.startsWith("st.global.")) {
            return Form.STORE;
        }
        return text.matches("(atom|red)\\..*") ? Form.ATOMIC : null;
    }

    private static Form amd(String text) {
        if (text.startsWith("buffer_wbl2")) {
            return Form.WRITE_BACK;
        } else if (text.startsWith("buffer_inv")) {
            return Form.INVALIDATE;
        } else if (text.matches("(global|flat)_atomic_.*")) {
            return Form.ATOMIC;
        }
        boolean scoped = text.contains(" sc1");
        if (text.matches("(global|flat)_load_.*")) {
            return scoped ? Form.RELAXED_LOAD : null;
        } else if (text.matches("(global|flat)_store_.*")) {
            return scoped ? Form.RELAXED_STORE : Form.STORE;
        }
        return null;
    }
}
