package dev.negzero.benchmarks;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/** Outputs in memory, so that no disk is measured. Generated sources can be read back; the rest is dropped. */
final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
    Memory(StandardJavaFileManager files) {
        super(files);
    }

    /** A source of a user's. */
    static JavaFileObject source(String name, String text) {
        return new Text(URI.create("mem:///" + name.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE, text);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            JavaFileManager.Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        return new Written(URI.create("mem:///" + className.replace('.', '/') + kind.extension), kind);
    }

    @Override
    public FileObject getFileForOutput(
            JavaFileManager.Location location, String packageName, String relativeName, FileObject sibling) {
        return new Written(URI.create("mem:///" + relativeName), JavaFileObject.Kind.OTHER);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(URI uri, Kind kind, String text) {
            super(uri, kind);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class Written extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Written(URI uri, Kind kind) {
            super(uri, kind);
        }

        @Override
        public OutputStream openOutputStream() {
            return kind == Kind.SOURCE ? bytes : OutputStream.nullOutputStream();
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes.toByteArray());
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }
}
