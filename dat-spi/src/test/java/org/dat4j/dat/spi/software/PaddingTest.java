package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;

/**
 * Words that one core writes share no cache line with what other cores use, as this machine's Java
 * lays objects out. Fields in a source file prove nothing: a virtual machine puts an int into the
 * gap behind an object's header, in front of all padding.
 */
class PaddingTest {

  private static final int WORD = 8;

  /** Words that far apart are on different lines of 64 bytes, wherever the object lies. */
  private static final int LINE = 8;

  private static final int CLASS_POINTER = 1;

  /** Never written, and read by the core that writes the words beside them. */
  private static final Set<String> HARMLESS = Set.of("binds", "pz", "first", "second");

  static Stream<Arguments> written() {
    return Stream.of(
        Arguments.of(Turn.class, Set.of("state")),
        Arguments.of(RegionSlice.class, Set.of("index", "length")),
        Arguments.of(EventRing.class, Set.of("head", "known")),
        Arguments.of(EventRing.class, Set.of("tail", "limit")),
        Arguments.of(ReceiveQueue.class, Set.of("tail", "releasedSeen")),
        Arguments.of(ReceiveQueue.class, Set.of("released")),
        Arguments.of(
            ReceiveQueue.class, Set.of("completed", "reported", "lastFound", "claimed", "seen")),
        Arguments.of(RequestQueue.class, Set.of("tail", "releasedSeen")),
        Arguments.of(RequestQueue.class, Set.of("released")),
        Arguments.of(
            RequestQueue.class,
            Set.of(
                "completed",
                "reported",
                "lastFound",
                "taken",
                "sent",
                "current",
                "info",
                "readDepth",
                "readsSent",
                "readsCompleted",
                "readsDone")),
        Arguments.of(SharedReceiveQueue.class, Set.of("released")),
        Arguments.of(SharedReceiveRing.class, Set.of("tail")),
        Arguments.of(SharedReceiveRing.class, Set.of("head")));
  }

  @ParameterizedTest
  @MethodSource("written")
  void wordsOfOneCoreShareNoCacheLine(Class<?> type, Set<String> together) {
    ClassLayout layout = ClassLayout.parseClass(type);
    Set<String> found =
        layout.fields().stream()
            .map(FieldLayout::name)
            .filter(together::contains)
            .collect(Collectors.toSet());
    assertEquals(together, found, "fields of " + type);
    for (FieldLayout one : layout.fields()) {
      if (together.contains(one.name())) {
        long word = one.offset() / WORD;
        assertTrue(word - CLASS_POINTER >= LINE, () -> one.name() + " near the header: " + layout);
        long end = layout.instanceSize() / WORD;
        assertTrue(end - word >= LINE, () -> one.name() + " near the next object: " + layout);
        for (FieldLayout other : layout.fields()) {
          boolean apart = Math.abs(other.offset() / WORD - word) >= LINE;
          boolean padding = other.name().matches("p\\d{3}");
          boolean friend = together.contains(other.name()) || HARMLESS.contains(other.name());
          assertTrue(
              apart || padding || friend,
              () -> one.name() + " near " + other.name() + ": " + layout.toPrintable());
        }
      }
    }
  }
}
