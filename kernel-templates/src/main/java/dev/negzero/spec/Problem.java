package dev.negzero.spec;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every problem that the annotation processor reports. Codes are stable: a number is never given to another problem.
 * Retired: NZ303, when every operation had learnt every dtype.
 *
 * <p>NZ1xx the interface and its values, NZ2xx signatures, NZ3xx protocol against dtype and op, NZ4xx names and output,
 * NZ5xx processor options.
 */
public enum Problem {
    /** {@code @Collective} stands on something else than an interface. */
    NOT_AN_INTERFACE(
            "NZ101",
            "@Collective can only stand on an interface",
            "the {kind} {name}",
            "declare an interface and let your code call its launcher"),
    /** The interface is sealed. */
    SEALED_INTERFACE(
            "NZ102",
            "the generated launcher can't implement a sealed interface",
            "sealed interface {name}",
            "remove sealed"),
    /** The interface has type parameters. */
    GENERIC_INTERFACE(
            "NZ103",
            "a launcher is specialised to one dtype, so its interface can't be generic",
            "{name}<{parameters}>",
            "remove the type parameters, or put @Collective on an interface that extends this one with arguments"),
    /** The interface, or a type around it, is private. */
    NOT_VISIBLE(
            "NZ104",
            "the generated launcher can't see this interface",
            "private {type}",
            "make {type} package-private, protected or public"),
    /** The interface has no collective method. */
    NO_METHODS(
            "NZ105",
            "this interface declares no collective",
            "no abstract method in {name}",
            "add a method with an op annotation such as @AllReduce, or remove @Collective"),
    /** The interface names something that never came. */
    UNRESOLVED(
            "NZ106",
            "this interface names something that doesn't exist when the last round of annotation processing ends",
            "{name}",
            "declare it; or, if another processor generates it and the compiler is ecj, generate it in a build step before"
                    + " this one"),
    /** {@code @DeviceHeader} without {@code @Collective}. */
    HEADER_ALONE(
            "NZ107",
            "@DeviceHeader takes its numbers from @Collective",
            "@DeviceHeader alone on {name}",
            "add @Collective to it, or remove @DeviceHeader"),
    /** width lanes of the dtype are no pack. */
    PACK_BYTES(
            "NZ110",
            "a pack must have 4, 8 or 16 bytes",
            "width {width} x {dtype} ({bytes} bytes) = {packBytes} bytes",
            "use width {fits}"),
    /** groupSize is out of range. */
    GROUP_SIZE("NZ111", "groupSize is out of range", "{groupSize}", "use {least} to {most}"),
    /** The scope names no set of ranks. */
    SCOPE(
            "NZ112",
            "this scope is for device primitives and names no set of ranks",
            "{scope}",
            "use SYSTEM (ranks are GPUs) or DEVICE (ranks are streams of one GPU)"),
    /** maxBytes is out of range. */
    MAX_BYTES("NZ113", "maxBytes is out of range", "{maxBytes}", "use {least} to {most} bytes"),
    /** A method names several element types. */
    ONE_DTYPE("NZ115", "a method has one element type", "{dtypes}", "keep one, and write a method for each other"),

    /** An abstract method says not what it does. */
    NO_OPERATION(
            "NZ201",
            "an abstract method of a @Collective interface needs an op annotation",
            "none on {method}",
            "add one, such as @AllReduce, or give the method a default body"),
    /** An abstract method says several things. */
    SEVERAL_OPERATIONS(
            "NZ202",
            "a method is one collective",
            "{operations} on {method}",
            "keep one, and write a method for each other"),
    /** Super-interfaces disagree about one method. */
    INHERITED_CONFLICT(
            "NZ203",
            "super-interfaces annotate one method differently",
            "{method} in {types}",
            "override it in {name} with the annotation that you mean"),
    /** The method returns something. */
    RETURN_TYPE(
            "NZ204",
            "a collective is asynchronous and returns nothing",
            "return type {returnType}",
            "return void; results are in the output buffer after rank.synchronize()"),
    /** The method declares checked exceptions. */
    CHECKED_EXCEPTION(
            "NZ205",
            "a collective throws no checked exceptions",
            "throws {exceptions}",
            "remove them; faults are CollectiveException, which is unchecked"),
    /** The method has type parameters of its own. */
    GENERIC_METHOD(
            "NZ206",
            "a kernel is specialised to one dtype, so its method can't be generic",
            "<{parameters}> on {method}",
            "remove the type parameters and name the marker, as in DeviceBuffer<{dtype}>"),
    /** {@code @Root} on an operation that has no root. */
    NO_ROOT("NZ207", "@{operation} has no root rank", "@Root on parameter {parameter}", "remove the parameter"),
    /** A parameter is missing. */
    MISSING_PARAMETER("NZ210", "@{operation} takes {expected}", "{found}", "add the missing parameter"),
    /** A parameter too many. */
    EXTRA_PARAMETER("NZ211", "@{operation} takes {expected}", "the extra parameter {parameter}", "remove it"),
    /** A parameter has another type. */
    PARAMETER_TYPE(
            "NZ212", "@{operation} takes {expected}", "{type} {parameter}", "declare parameter {number} as {wanted}"),
    /** A buffer without its element type. */
    UNTYPED_BUFFER("NZ213", "a buffer parameter must name its element type", "{type} {parameter}", "write {wanted}"),
    /** A buffer of another element type than the method's. */
    WRONG_MARKER(
            "NZ214",
            "the buffer's element type is not the method's dtype {dtype}",
            "{type} {parameter}",
            "write {wanted}, or set dtype = DType.{element}"),
    /** A parameter of variable arity. */
    VARARGS("NZ215", "a collective can't have variable arity", "{type} {parameter}", "write {wanted}"),

    /** A rooted operation without a root. */
    ROOT_MISSING(
            "NZ216",
            "@{operation} needs a root rank",
            "neither a value of root nor a parameter with @Root",
            "write @{operation}(root = 0), or add the parameter @Root int root"),
    /** A rooted operation with several roots. */
    ROOT_TWICE("NZ217", "@{operation} has one root rank", "{found}", "keep one"),
    /** The root that an annotation names is no rank. */
    ROOT_RANGE(
            "NZ218",
            "root is no rank of the group",
            "{root}",
            "use 0 to {most}, or leave it out and add the parameter @Root int root"),
    /** A parameter that names a rank isn't an int. */
    RANK_TYPE("NZ219", "@{mark} stands on an int parameter", "{type} {parameter}", "write @{mark} int {parameter}"),
    /** {@code @Peer} on an operation that is no hand-off. */
    NO_PEER(
            "NZ220",
            "@{operation} has no peer rank: all ranks take part",
            "@Peer on parameter {parameter}",
            "remove the parameter"),
    /** A hand-off without a peer, or with several. */
    ONE_PEER("NZ221", "@{operation} names the other rank in one parameter", "{found}", "declare one, @Peer int {name}"),
    /** A hand-off that nothing in the interface can meet. */
    UNPAIRED(
            "NZ222",
            "@{operation} needs a @{partner} that it can meet",
            "none of {dtype} with width {width}, protocol {protocol} and maxBytes {maxBytes}",
            "add one, or make the values of both equal"),

    /** LAMPORT needs a -0.0 in the type. */
    LAMPORT_DTYPE(
            "NZ301",
            "LAMPORT marks an empty slot with -0.0, which integers don't have",
            "protocol LAMPORT with {dtype}",
            "use AUTO, SIGNAL or MAILBOX"),
    /** AVG of integers. */
    AVERAGE_DTYPE(
            "NZ302",
            "AVG rounds, so it is for floating-point types only",
            "op AVG with {dtype}",
            "use SUM and divide as you need"),
    /** LAMPORT loses the sign of -0.0. */
    LAMPORT_MOVEMENT(
            "NZ304",
            "LAMPORT can't carry -0.0, so it can't move bits unchanged",
            "protocol LAMPORT on @{operation}",
            "use AUTO, SIGNAL or MAILBOX"),
    /** LAMPORT where a rank doesn't hear from all. */
    LAMPORT_REDUCE(
            "NZ305",
            "LAMPORT needs every rank to hear from every other, and in a reduce only the root does",
            "protocol LAMPORT on @{operation}",
            "use AUTO, SIGNAL or MAILBOX, or @AllReduce"),
    /** A LAMPORT region is large. */
    LAMPORT_REGION(
            "NZ310",
            Severity.WARNING,
            "protocol LAMPORT by name reserves slots for messages of maxBytes",
            "{region} MiB a rank",
            "set maxBytes to the longest message that it carries, or use AUTO; @SuppressWarnings(\"negzero:NZ310\") if it is meant"),

    /** A pack is shorter than it could be. */
    NARROW_PACK(
            "NZ311",
            Severity.WARNING,
            "a pack of fewer than 16 bytes takes more accesses for the same message",
            "width {width} x {dtype} = {packBytes} bytes",
            "use width {widest}; @SuppressWarnings(\"negzero:NZ311\") if it is meant"),
    /** LAMPORT by name for messages that another protocol carries faster. */
    LAMPORT_CROSSOVER(
            "NZ312",
            Severity.WARNING,
            "protocol LAMPORT by name is to carry messages that another protocol carries faster",
            "maxBytes {maxBytes}, where AUTO leaves LAMPORT above {crossover} bytes",
            "set maxBytes to {crossover} or less, or use AUTO; @SuppressWarnings(\"negzero:NZ312\") if it is meant"),

    /** A method has the name of a launcher's member. */
    RESERVED_NAME("NZ401", "the launcher has a member of this name itself", "{method}", "rename the method"),
    /** Two interfaces would generate the same files. */
    SAME_FILES(
            "NZ402",
            "two interfaces would generate the same files, or files that differ in case only",
            "{one} and {other}",
            "rename one"),
    /** A generated file can't be written. */
    OUTPUT(
            "NZ403",
            "a generated file can't be written",
            "{file}: {reason}",
            "rename what is in the way, or build clean"),
    /** A member type has the launcher's name. */
    HIDDEN_LAUNCHER(
            "NZ404",
            "a type in the interface has the name of its launcher, and hides it there",
            "{type} in {name}",
            "rename that type"),
    /** The processor has a bug. */
    INTERNAL(
            "NZ499",
            "the negzero processor failed; this is a bug of negzero",
            "{exception}",
            "report it with the source of this interface"),

    /** An option of ours that doesn't exist. */
    UNKNOWN_OPTION("NZ501", "the negzero processor has no such option", "-A{option}", "did you mean -A{nearest}?"),
    /** An option has a value that it can't have. */
    OPTION_VALUE(
            "NZ502",
            "an option of the negzero processor can't have this value",
            "-A{option}{value}",
            "write {allowed}");

    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)}");

    private final String code;
    private final Severity severity;
    private final String what;
    private final String found;
    private final String cure;

    Problem(String code, Severity severity, String what, String found, String cure) {
        this.code = code;
        this.severity = severity;
        this.what = what;
        this.found = found;
        this.cure = cure;
    }

    Problem(String code, String what, String found, String cure) {
        this(code, Severity.ERROR, what, found, cure);
    }

    /** Stable code: {@code NZ110}. */
    public String code() {
        return code;
    }

    /** Whether it stops the generation. */
    public Severity severity() {
        return severity;
    }

    /** What is wrong, with holes in braces. */
    public String what() {
        return what;
    }

    /** What the message says was found, with holes in braces. */
    public String found() {
        return found;
    }

    /** What to do, with holes in braces. */
    public String cure() {
        return cure;
    }

    /**
     * The message.
     *
     * @param values name, value, name, value ...: one for each hole
     * @return one line: code, what is wrong, what was found, what to do
     * @throws IllegalArgumentException if holes and names differ
     */
    public String text(Object... values) {
        Map<String, String> filling = new HashMap<>();
        for (int i = 0; i < values.length; i += 2) {
            filling.put((String) values[i], String.valueOf(values[i + 1]));
        }
        String template = code + ": " + what + "; found " + found + "; " + cure;
        Matcher matcher = HOLE.matcher(template);
        String text = matcher.replaceAll(hole -> {
            String value = filling.get(hole.group(1));
            if (value == null) {
                throw new IllegalArgumentException(name() + " has no value for " + hole.group());
            }
            return Matcher.quoteReplacement(value);
        });
        HOLE.matcher(template).results().forEach(hole -> filling.remove(hole.group(1)));
        if (!filling.isEmpty()) {
            throw new IllegalArgumentException(name() + " has no hole for " + filling.keySet());
        }
        return text;
    }
}
