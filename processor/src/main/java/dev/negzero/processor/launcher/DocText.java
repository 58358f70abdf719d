package dev.negzero.processor.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites a user's documentation comment so that it can stand in another file: references that may not resolve there become
 * text, markup that might not be balanced goes, and nothing in it can end the comment or be an escape.
 */
final class DocText {
    private static final Pattern PARAGRAPH = Pattern.compile("(?i)\\s*</?p>\\s*|\\n[ \\t]*\\n\\s*");
    /** Stars that belong to the comment's end; javac leaves them out, ecj hands them over. */
    private static final Pattern END = Pattern.compile("\\*+\\z");

    private static final Pattern MARKUP = Pattern.compile("</?([A-Za-z][A-Za-z0-9]*) ?/?>");
    private static final Set<String> KNOWN_MARKUP =
            Set.of("pre", "code", "b", "i", "em", "strong", "ul", "ol", "li", "br", "tt", "sub", "sup");
    private static final Pattern UNICODE_ESCAPE = Pattern.compile("\\\\u+([0-9a-fA-F]{4})");
    private static final Pattern ENTITY = Pattern.compile("&(lt|gt|amp|quot|nbsp);");

    private final String doc;
    private final StringBuilder out = new StringBuilder();
    private int at;

    private DocText(String doc) {
        this.doc = doc;
    }

    /**
     * The main description, without block tags.
     *
     * @param doc as {@code Elements.getDocComment} gives it
     * @return paragraphs of safe javadoc, none of them blank
     */
    static List<String> paragraphs(String doc) {
        String unix = doc.replace("\r\n", "\n").replace('\r', '\n');
        String inner = END.matcher(unix).replaceFirst("");
        String safe = new DocText(withoutUnicodeEscapes(inner)).main();
        List<String> paragraphs = new ArrayList<>();
        for (String paragraph : PARAGRAPH.split(safe)) {
            String trimmed = paragraph.strip().replaceAll("[ \\t]*\\n[ \\t]*", "\n");
            if (!trimmed.isEmpty()) {
                paragraphs.add(trimmed);
            }
        }
        return paragraphs;
    }

    /** Resolved to the end, as compilers differ: javac hands comments over with one turn of it done, ecj with none. */
    private static String withoutUnicodeEscapes(String doc) {
        Matcher escape = UNICODE_ESCAPE.matcher(doc);
        if (!escape.find()) {
            return doc;
        }
        return withoutUnicodeEscapes(escape.replaceAll(
                code -> Matcher.quoteReplacement(Character.toString(Integer.parseInt(code.group(1), 16)))));
    }

    private String main() {
        while (at < doc.length() && !isBlockTag()) {
            if (doc.startsWith("{@", at)) {
                inlineTag();
            } else {
                int next = nextStop();
                out.append(prose(doc.substring(at, next)));
                at = next;
            }
        }
        return out.toString();
    }

    /** A block tag is an {@code @} with nothing but blanks before it on its line. */
    private boolean isBlockTag() {
        int line = doc.lastIndexOf('\n', at - 1) + 1;
        return doc.charAt(at) == '@' && doc.substring(line, at).isBlank();
    }

    /** The next place where an inline tag or a block tag may begin. */
    private int nextStop() {
        for (int i = at + 1; i < doc.length(); i++) {
            if (doc.charAt(i) == '@' || doc.startsWith("{@", i)) {
                return i;
            }
        }
        return doc.length();
    }

    private void inlineTag() {
        int end = closingBrace(at);
        if (end < 0) {
            out.append(escape("{@"));
            at += 2;
            return;
        }
        String[] parts = doc.substring(at + 2, end).split("\\s+", 2);
        String content = parts.length < 2 ? "" : parts[1].strip();
        switch (parts[0]) {
            case "inheritDoc" -> {}
            case "literal" -> out.append(escape(content));
            case "link", "linkplain" -> out.append(code(label(content)));
            default -> out.append(code(content));
        }
        at = end + 1;
    }

    private int closingBrace(int open) {
        int depth = 0;
        for (int i = open; i < doc.length(); i++) {
            if (doc.charAt(i) == '{') {
                depth++;
            } else if (doc.charAt(i) == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** The label of a link if it has one, else its target. */
    private static String label(String link) {
        int parameters = link.indexOf('(');
        int blank = link.indexOf(' ', parameters < 0 ? 0 : Math.max(0, link.indexOf(')')));
        return blank < 0 ? link.replace('#', '.').replaceFirst("^\\.", "") : link.substring(blank + 1);
    }

    private static String code(String content) {
        boolean plain = content.matches("[\\w .,:;()\\[\\]<>=+\\-\"'#]+");
        return plain ? "{@code " + content + "}" : "<code>" + escape(content) + "</code>";
    }

    /** Drops well-known markup, keeps paragraph marks and escapes the rest. */
    private static String prose(String text) {
        StringBuilder prose = new StringBuilder();
        Matcher markup = MARKUP.matcher(text);
        int done = 0;
        while (markup.find()) {
            String name = markup.group(1).toLowerCase(java.util.Locale.ROOT);
            prose.append(entities(text.substring(done, markup.start())));
            if (name.equals("p")) {
                prose.append("<p>");
            } else if (!KNOWN_MARKUP.contains(name)) {
                prose.append(escape(markup.group()));
            }
            done = markup.end();
        }
        return prose.append(entities(text.substring(done))).toString();
    }

    private static String entities(String text) {
        StringBuilder kept = new StringBuilder();
        Matcher entity = ENTITY.matcher(text);
        int done = 0;
        while (entity.find()) {
            kept.append(escape(text.substring(done, entity.start()))).append(entity.group());
            done = entity.end();
        }
        return kept.append(escape(text.substring(done))).toString();
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '@', '\\', '*' -> entity(escaped, c);
                case '\n', '\t' -> escaped.appendCodePoint(c);
                default -> other(escaped, c);
            }
        });
        return escaped.toString();
    }

    /** Line separators and what isn't a character of one UTF-16 unit go as entities; control characters go. */
    private static void other(StringBuilder escaped, int c) {
        boolean separator = c == 0x2028 || c == 0x2029;
        if (separator || (c > 0xFFFF && Character.isDefined(c))) {
            entity(escaped, c);
        } else if (!Character.isISOControl(c) && !(c >= 0xD800 && c <= 0xDFFF)) {
            escaped.appendCodePoint(c);
        }
    }

    private static void entity(StringBuilder escaped, int c) {
        escaped.append("&#").append(c).append(';');
    }
}
