package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.SUM;
import static dev.negzero.tests.processor.Compiled.source;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** P13: the launcher repeats the user's documentation, whatever stands in it, and is clean for doclint. */
class JavadocTest {
    private static final String HEAD = """
            package com.acme;
            import dev.negzero.annotations.*;
            import dev.negzero.runtime.*;
            """;

    /** The same interface with documentation that doclint has nothing against. */
    private static final String CLEAN = HEAD + """
            /** Sums. */
            @Collective(%s)
            public interface Sums {
                /**
                 * Sum.
                 * @param in input
                 * @param out output
                 * @param count elements
                 */
                %s
            }
            """.formatted(GOOD, SUM);

    /** The launcher of an interface whose type and method have this comment; compiled once more under doclint. */
    private static String launcher(String doc) {
        String comment = "/**\n * " + doc.replace("\n", "\n * ") + "\n */\n";
        String sums = HEAD + comment + "@Collective(" + GOOD + ")\npublic interface Sums {\n" + comment + SUM + "\n}\n";
        String launcher =
                Compiled.of(source("com.acme.Sums", sums)).assertSucceeds().generated("com/acme/SumsLauncher.java");
        List<String> doclint =
                List.of("-Xlint:all", "-Xdoclint:all/protected", "-Xdoclint/package:com.acme", "-Werror");
        Compiled.of(doclint, List.of(), source("com.acme.Sums", CLEAN), source("com.acme.SumsLauncher", launcher))
                .assertSucceeds();
        return launcher;
    }

    /** The lines of the comment on the collective, up to negzero's own. */
    private static List<String> methodDoc(String doc) {
        return ofMethod(launcher(doc));
    }

    private static List<String> ofMethod(String launcher) {
        String upToMethod = launcher.substring(0, launcher.indexOf("public void sum"));
        String comment = upToMethod.substring(upToMethod.lastIndexOf("/**"));
        return comment.lines()
                .skip(1)
                .map(line -> line.replaceFirst("^ *\\* ?", ""))
                .takeWhile(line -> !line.contains("All-reduce: SUM of BF16 in packs of 8, protocol AUTO."))
                .toList();
    }

    @Test
    void withoutOneOnlyOurs() {
        assertEquals(List.of(), methodDoc(""));
    }

    @Test
    void paragraphsStay() {
        assertEquals(
                List.of("First, on", "two lines.", "", "<p>Second.", "", "<p>Third.", ""),
                methodDoc("First, on\n  two lines.\n\n<p>Second.<p>\nThird.\n<p>\n@see Nowhere\n@param none none"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a < b && c > d|a &lt; b &amp;&amp; c &gt; d",
                "<b>bold</b> <T> <a href=x>y</a>|bold &lt;T&gt; &lt;a href=x&gt;y&lt;/a&gt;",
                "$L $S $T $$ %s|$L $S $T $$ %s",
                "mail me@home|mail me&#64;home",
                "*&#47; * / **|&#42;&amp;#47; &#42; / &#42;&#42;",
                "C:\\\\users|C:&#92;&#92;users",
                "&lt;kept&gt; &bogus;|&lt;kept&gt; &amp;bogus;",
                "{@code a < b} {@literal <b>}|{@code a < b} &lt;b&gt;",
                "{@code @Override {x}}|<code>&#64;Override {x}</code>",
                "{@link Foo#bar(int, long) the bar}|{@code the bar}",
                "{@link #sum(int, long)}|{@code sum(int, long)}",
                "{@link Foo#bar}|{@code Foo.bar}",
                "{@inheritDoc}x|x",
                "{@unknown thing}|{@code thing}",
                "{@code open|{&#64;code open",
                "gr\u00fc\u00df \u4e2d|gr\\u00fc\\u00df \\u4e2d",
                "a\u2028b \ud840\udc00|a&#8232;b &#131072;",
            })
    void textIsMadeSafe(String doc, String expected) {
        assertEquals(List.of(expected, ""), methodDoc(doc));
    }

    /** Javac takes stars for a part of the comment's end, ecj doesn't; {@code assertSucceeds} compares them. */
    @ParameterizedTest
    @ValueSource(strings = {"/** x **/", "/***** x *****/", "/**x***/"})
    void starsOfTheCommentItself(String comment) {
        String sums = HEAD + "@Collective(" + GOOD + ")\npublic interface Sums {\n" + comment + "\n" + SUM + "\n}\n";
        String launcher =
                Compiled.of(source("com.acme.Sums", sums)).assertSucceeds().generated("com/acme/SumsLauncher.java");
        assertEquals(List.of("x", ""), ofMethod(launcher));
    }

    /** javac translates a Unicode escape before it finds comments, so this is the only way to write such text. */
    @Test
    void textThatWouldEndTheComment() {
        assertEquals(List.of("{@code x} &#42;/", ""), methodDoc("{@code x} *\\u005cu002f"));
    }
}
