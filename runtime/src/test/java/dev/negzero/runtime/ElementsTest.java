package dev.negzero.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.negzero.annotations.DType;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each dtype has one marker of its name, and back. */
class ElementsTest {
    @ParameterizedTest
    @EnumSource
    void translatesBothWays(DType dtype) {
        Class<? extends Element> marker = Elements.markerOf(dtype);
        assertEquals(dtype.name(), marker.getSimpleName());
        assertSame(dtype, Elements.dtypeOf(marker));
    }

    @Test
    void coversEveryMarker() {
        Set<String> markers = Stream.of(Element.class.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .collect(Collectors.toSet());
        assertEquals(Stream.of(DType.values()).map(DType::name).collect(Collectors.toSet()), markers);
    }

    @Test
    void refusesTheInterfaceItself() {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> Elements.dtypeOf(Element.class));
        assertEquals(
                "dev.negzero.runtime.Element names no dtype; pass one of its permitted markers", thrown.getMessage());
    }
}
