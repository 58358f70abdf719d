package dev.negzero.tests.nativebuild;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One device header with one line weakened or taken out.
 *
 * @param header file name
 * @param line number of the line, from 1
 * @param rule what was done
 * @param before the line as it is
 * @param after the line as it became
 */
record Mutant(String header, int line, String rule, String before, String after) {
    /** The headers that hold protocols; in the order of the emitted source. */
    static final List<String> HEADERS = List.of(
            "pack.cuh",
            "call.cuh",
            "poll.cuh",
            "tagged.cuh",
            "signature.cuh",
            "mailbox.cuh",
            "triples.cuh",
            "mailbox_reduce.cuh",
            "mailbox_move.cuh",
            "move.cuh",
            "lamport.cuh",
            "lamport_one_shot.cuh",
            "lamport_two_shot.cuh",
            "signal.cuh",
            "signal_call.cuh",
            "signal_reduce.cuh",
            "signal_move.cuh",
            "two_stage.cuh",
            "all_reduce_signal.cuh",
            "broadcast_signal.cuh",
            "all_gather.cuh",
            "all_to_all.cuh",
            "barrier.cuh",
            "hand_off.cuh",
            "hand_off_mailbox.cuh",
            "hand_off_signal.cuh");

    /** What makes a line one of the exchange's: orders, fences, barriers, clears, and what tells calls apart. */
    static final Pattern ORDERING = Pattern.compile(
            "store_release|load_acquire|count_in|fence_(release|acquire|reads)|cta_sync"
                    + "|kernel_enter|remove_neg_zeros?[<(]|forget_old_tags<|empty_\\w+<|[^_]clear<|circular_add\\(line"
                    + "|_signatures?<K, |pair_signature<K>|move_on<|moves\\.prepare|\\^ 1u|instance & 1u|tiles\\) & 1u|!Moves::kHearsAll");

    /** A statement of one line that calls something with an effect on other threads. */
    private static final String STATEMENT =
            "^(?<indent> +)(cta_sync_drain|fence_release|fence_acquire|fence_reads|kernel_enter|clear|forget_old_tags"
                    + "|empty_other_parity|empty_slot|put_signature|put_pair_signature|check_signatures|moves\\.prepare"
                    + "|move_on|store_words|store_release|store_relaxed|take)\\b.*;$";

    /** The first line of a function. */
    private static final Pattern FUNCTION = Pattern.compile("^ *NZ_(DEVICE|MEMBER)\\w* .*?\\b(?<name>\\w+)\\(");

    private record Rule(String name, Pattern pattern, String replacement) {
        static Rule of(String name, String pattern, String replacement) {
            return new Rule(name, Pattern.compile(pattern), replacement);
        }
    }

    private static final List<Rule> RULES = List.of(
            Rule.of("delete", STATEMENT, "${indent};"),
            Rule.of("release to relaxed", "\\bstore_release<", "store_relaxed<"),
            Rule.of("acquire to relaxed", "\\bload_acquire<", "load_relaxed<"),
            adding("without acquire", "release"),
            adding("without release", "acquire"),
            Rule.of("no block barrier", "\\bcta_sync_or\\(", "("),
            Rule.of("keep -0.0", "\\bremove_neg_zero(<K>|s)\\(", "("),
            Rule.of("one parity", "[\\w.\\[\\]]+ \\^ 1u", "0u"),
            Rule.of("one bank", "instance & 1u", "instance & 0u"),
            Rule.of(
                    "clear the next generation",
                    "circular_add\\(line\\.w\\[1\\], 2, 3\\)",
                    "circular_add(line.w[1], 1, 3)"),
            Rule.of("clear own generation", "circular_add\\(line\\.w\\[1\\], 2, 3\\)", "circular_add(line.w[1], 0, 3)"),
            Rule.of("same generation", "circular_add\\(line\\.w\\[1\\], 1, 3\\)", "circular_add(line.w[1], 0, 3)"),
            Rule.of("tag 0", "tag \\+ 1 == 0 \\? 1 : tag \\+ 1", "tag + 1"),
            Rule.of("tag 0", "tag == Mail::kLastTag \\? 1 : tag \\+ 1", "tag + 1"),
            Rule.of("forget one call late", "Mail::kLastTag - 1", "Mail::kLastTag"),
            Rule.of("never forget", "turn\\.epoch == 0xFFFFFFFFu", "false"),
            Rule.of("nobody is heard", "return block_id\\(\\) == \\(has_signatures.*;", "return false;"),
            Rule.of("no signatures", "if constexpr \\(has_signatures<K, Moves>\\(\\)\\)", "if constexpr (false)"),
            Rule.of("without credits", "!Moves::kHearsAll", "false"),
            Rule.of("root not signed", "K::kCode\\), root\\)", "K::kCode), 0)"),
            Rule.of("counts not signed", "mix\\(work, call\\.counts_hash\\)", "work"),
            Rule.of("don't wait", "while \\(load_acquire<", "while (false && load_acquire<"),
            Rule.of("don't wait", "while \\(!known_to_", "while (false && !known_to_"),
            Rule.of("don't wait", "while \\(tag_of\\(", "while (false && tag_of("),
            Rule.of("don't wait", "if \\(missing == 0\\)", "if (true)"),
            Rule.of("don't meet", "if \\(!signal\\.template meet<", "if (false && !signal.template meet<"),
            Rule.of("don't meet", "if \\(!barrier<", "if (false && !barrier<"),
            Rule.of("own state line only", "block < static_cast<u32>\\(K::Plan::kMaxBlocks\\)", "block == block_id()"),
            Rule.of("slot starts over", "\\(turn\\.line\\.w\\[0\\] \\+ tiles\\) & 1u", "0u"),
            Rule.of("don't compare", "pair_agrees<K>\\(call, turn\\) && ", ""));

    private static Rule adding(String name, String order) {
        return Rule.of(
                name, "\\bcount_in\\((\\w+)\\)", "host::atom($1)->fetch_add(1, std::memory_order_" + order + ") + 1");
    }

    /** All mutants of all headers. */
    static List<Mutant> all() {
        List<Mutant> mutants = new ArrayList<>();
        for (String header : HEADERS) {
            List<String> lines = lines(header);
            for (int i = 0; i < lines.size(); i++) {
                if (isCode(lines.get(i))) {
                    addMutants(header, i + 1, lines.get(i), mutants);
                }
            }
        }
        return mutants;
    }

    private static void addMutants(String header, int number, String line, List<Mutant> mutants) {
        for (Rule rule : RULES) {
            Matcher matcher = rule.pattern().matcher(line);
            while (matcher.find()) {
                String changed = rule.pattern().matcher(matcher.group()).replaceFirst(rule.replacement());
                String after = line.substring(0, matcher.start()) + changed + line.substring(matcher.end());
                mutants.add(new Mutant(header, number, rule.name(), line, after));
            }
        }
    }

    /** The text of a header in an emitted source, with this change. */
    String applyTo(String source) {
        List<String> lines = new ArrayList<>(lines(header));
        String original = body(lines);
        lines.set(line - 1, after);
        int at = source.indexOf(original);
        if (at < 0 || source.indexOf(original, at + 1) >= 0) {
            throw new AssertionError(header + " must stand in the emitted source once, unchanged");
        }
        return source.substring(0, at) + body(lines) + source.substring(at + original.length());
    }

    /** A header as it is emitted: without the lines that only matter to a file of its own. */
    private static String body(List<String> lines) {
        return lines.stream()
                .filter(l -> !l.startsWith("#include \"") && !l.equals("#pragma once"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** The name of the function that the line is in. */
    String function() {
        List<String> above = lines(header).subList(0, line);
        return IntStream.iterate(above.size() - 1, i -> i >= 0, i -> i - 1)
                .mapToObj(i -> FUNCTION.matcher(above.get(i)))
                .filter(Matcher::find)
                .map(matcher -> matcher.group("name"))
                .findFirst()
                .orElse("");
    }

    boolean concernsSignatures() {
        return header.equals("signature.cuh") || before.contains("_signature") || before.contains("pair_agrees");
    }

    /** A wait that only the receiver of a hand-off goes through. */
    boolean concernsHandOffs() {
        return before.contains("!known_to_agree<");
    }

    /** Credits, roots and counts: an all-reduce knows none of them. */
    boolean concernsCounts() {
        return rule.equals("without credits")
                || rule.equals("root not signed")
                || rule.equals("counts not signed")
                || before.contains("moves.prepare");
    }

    @Override
    public String toString() {
        return header + ":" + line + ", " + rule + ": " + after.strip();
    }

    /** Whether a line is code inside a function: no comment, no declaration. */
    static boolean isCode(String line) {
        boolean inBody = line.startsWith(" ") || line.contains(") { ");
        return inBody && !line.strip().startsWith("//");
    }

    static List<String> lines(String header) {
        try (InputStream in = Mutant.class.getResourceAsStream("/negzero/device/" + header)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
