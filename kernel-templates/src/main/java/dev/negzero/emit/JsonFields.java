package dev.negzero.emit;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** A JSON object whose fields are asked for by name and type; what is missing or wrong is named with its path. */
final class JsonFields {
    /** Longer than any number that a manifest has; arithmetic on a million digits would take minutes. */
    private static final int MOST_DIGITS = 64;

    private final JsonObject object;
    private final String path;

    private JsonFields(JsonObject object, String path) {
        this.object = object;
        this.path = path;
    }

    static JsonFields of(JsonElement element, String path) {
        if (!element.isJsonObject()) {
            throw new ManifestException(path + " must be a JSON object");
        }
        return new JsonFields(element.getAsJsonObject(), path);
    }

    JsonFields object(String name) {
        return of(field(name), path + "." + name);
    }

    List<JsonFields> list(String name) {
        JsonElement element = field(name);
        if (!element.isJsonArray()) {
            throw wrong(name, "a list");
        }
        List<JsonFields> items = new ArrayList<>();
        for (JsonElement item : element.getAsJsonArray()) {
            items.add(of(item, path + "." + name + "[" + items.size() + "]"));
        }
        return items;
    }

    String text(String name) {
        JsonPrimitive value = primitive(name, "a text");
        if (!value.isString()) {
            throw wrong(name, "a text");
        }
        return value.getAsString();
    }

    boolean bool(String name) {
        JsonPrimitive value = primitive(name, "true or false");
        if (!value.isBoolean()) {
            throw wrong(name, "true or false");
        }
        return value.getAsBoolean();
    }

    long number(String name) {
        String text = primitive(name, "a whole number").getAsString();
        if (text.length() > MOST_DIGITS) {
            throw wrong(name, "a whole number");
        }
        try {
            return new BigDecimal(text).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw wrong(name, "a whole number");
        }
    }

    int integer(String name) {
        long value = number(name);
        if (value != (int) value) {
            throw wrong(name, "a 32-bit number");
        }
        return (int) value;
    }

    int hex32(String name) {
        try {
            return Integer.parseUnsignedInt(text(name), 16);
        } catch (NumberFormatException e) {
            throw wrong(name, "8 hexadecimal digits");
        }
    }

    /** A bound that may be left out, which means that there is none. */
    long bound(String name) {
        return object.has(name) ? number(name) : Long.MAX_VALUE;
    }

    <E extends Enum<E>> E constant(String name, Class<E> type) {
        String text = text(name);
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equals(text)) {
                return constant;
            }
        }
        throw wrong(name, "one of " + List.of(type.getEnumConstants()));
    }

    private JsonPrimitive primitive(String name, String expected) {
        JsonElement element = field(name);
        if (!element.isJsonPrimitive()) {
            throw wrong(name, expected);
        }
        return element.getAsJsonPrimitive();
    }

    private JsonElement field(String name) {
        JsonElement element = object.get(name);
        if (element == null) {
            throw new ManifestException(path + " has no field '" + name + "'");
        }
        return element;
    }

    private ManifestException wrong(String name, String expected) {
        return new ManifestException(path + "." + name + " must be " + expected + ", found " + object.get(name));
    }
}
