package dev.negzero.tests.processor;

import static dev.negzero.tests.processor.Compiled.GOOD;
import static dev.negzero.tests.processor.Compiled.sums;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.negzero.processor.NegzeroProcessor;
import java.util.List;
import org.junit.jupiter.api.Test;

/** P8: signatures that are no collective. */
class SignatureTest {
    @Test
    void varargs() {
        Compiled compiled = Compiled.of(
                sums(GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long... count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ215: a collective can't have variable arity; found long... count; write long");
        assertEquals(List.of("6: long... count"), compiled.places());
    }

    @Test
    void extraParameter() {
        Compiled compiled = Compiled.of(sums(
                GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count, Object stream);"));
        compiled.assertMessages(
                "Sums.java:6: NZ211: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found the extra parameter stream; remove it");
        assertEquals(List.of("6: Object stream"), compiled.places());
    }

    @Test
    void missingCount() {
        Compiled compiled =
                Compiled.of(sums(GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out);"));
        compiled.assertMessages(
                "Sums.java:6: NZ210: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out); add the missing parameter");
    }

    @Test
    void wrongMarker() {
        Compiled compiled =
                Compiled.of(sums(GOOD, "@AllReduce void f(DeviceBuffer<F16> in, DeviceBuffer<BF16> out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ214: the buffer's element type is not the method's dtype BF16; found DeviceBuffer<F16> in; write DeviceBuffer<BF16>, or set dtype = DType.F16");
        assertEquals(List.of("6: DeviceBuffer<F16> in"), compiled.places());
    }

    /** Javac's own lint says so too, hence without -Werror. */
    @Test
    void rawBuffer() {
        Compiled compiled = Compiled.of(
                List.of(),
                List.of(new NegzeroProcessor()),
                sums(GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ213: a buffer parameter must name its element type; found DeviceBuffer out;"
                        + " write DeviceBuffer<BF16>");
        assertEquals(List.of("6: DeviceBuffer out"), compiled.places());
    }

    @Test
    void wildcardBuffer() {
        Compiled compiled = Compiled.of(sums(
                GOOD, "@AllReduce void f(SymmetricBuffer<? extends Element> in, DeviceBuffer<BF16> out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ213: a buffer parameter must name its element type; found SymmetricBuffer<? extends Element> in; write SymmetricBuffer<BF16>");
    }

    @Test
    void anotherType() {
        Compiled compiled = Compiled.of(
                sums(GOOD, "@AllReduce void f(java.util.List<float[]> in, DeviceBuffer<BF16> out, long count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ212: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found java.util.List<float[]> in; declare parameter 1 as DeviceBuffer<BF16>");
        assertEquals(List.of("6: java.util.List<float[]> in"), compiled.places());
    }

    @Test
    void intCount() {
        Compiled compiled =
                Compiled.of(sums(GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, int count);"));
        compiled.assertMessages(
                "Sums.java:6: NZ212: @AllReduce takes (DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count); found int count; declare parameter 3 as long");
    }

    @Test
    void rootOfAnAllReduce() {
        Compiled compiled = Compiled.of(sums(
                GOOD, "@AllReduce void f(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count, @Root int root);"));
        compiled.assertMessages(
                "Sums.java:6: NZ207: @AllReduce has no root rank; found @Root on parameter root; remove the parameter");
        assertEquals(List.of("6: @Root"), compiled.places());
    }

    @Test
    void parameterOfABarrier() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier void f(long count);"));
        compiled.assertMessages("Sums.java:6: NZ211: @Barrier takes (); found the extra parameter count; remove it");
        assertEquals(List.of("6: long count"), compiled.places());
    }

    @Test
    void returnType() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier int f();"));
        compiled.assertMessages(
                "Sums.java:6: NZ204: a collective is asynchronous and returns nothing; found return type int; return void; results are in the output buffer after rank.synchronize()");
    }

    @Test
    void checkedException() {
        Compiled compiled =
                Compiled.of(sums(GOOD, "@Barrier void f() throws java.io.IOException, IllegalStateException;"));
        compiled.assertMessages(
                "Sums.java:6: NZ205: a collective throws no checked exceptions; found throws IOException; remove them; faults are CollectiveException, which is unchecked");
    }

    @Test
    void genericMethod() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier <T> void f();"));
        compiled.assertMessages(
                "Sums.java:6: NZ206: a kernel is specialised to one dtype, so its method can't be generic; found <T> on f(); remove the type parameters and name the marker, as in DeviceBuffer<BF16>");
    }

    @Test
    void noOperation() {
        Compiled compiled = Compiled.of(sums(GOOD, "void f();"));
        compiled.assertMessages(
                "Sums.java:6: NZ201: an abstract method of a @Collective interface needs an op annotation; found none on f(); add one, such as @AllReduce, or give the method a default body");
    }

    @Test
    void twoOperations() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier @AllReduce void f();"));
        compiled.assertMessages(
                "Sums.java:6: NZ202: a method is one collective; found @AllReduce and @Barrier on f(); keep one, and write a method for each other");
    }

    @Test
    void reservedName() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier void communicator();"));
        compiled.assertMessages(
                "Sums.java:6: NZ401: the launcher has a member of this name itself; found communicator(); rename the method");
    }

    @Test
    void reservedDefaultMethod() {
        Compiled compiled = Compiled.of(sums(GOOD, "@Barrier void meet(); default void open(Rank rank) {}"));
        compiled.assertMessages(
                "Sums.java:6: NZ401: the launcher has a member of this name itself; found open(Rank); rename the method");
    }
}
