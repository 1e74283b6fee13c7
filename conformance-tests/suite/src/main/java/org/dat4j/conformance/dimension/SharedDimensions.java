package org.dat4j.conformance.dimension;

import java.util.stream.Stream;

/**
 * The sets of values that tests of both contracts have in common, one for each kind of dimension
 * that has such a set. A test takes them by name, so that a new edge reaches all tests at once.
 */
public final class SharedDimensions {
  /** Payload of a TCP segment on Ethernet. */
  private static final int SEGMENT = 1448;

  /** Payload of a jumbo frame, near the longest FPDU of many implementations. */
  private static final int JUMBO = 9000;

  private static final int PAGE = 4096;
  private static final int KIB_64 = 1 << 16;
  private static final int MIB = 1 << 20;

  /** The edges at which a length is handled in another way, in bytes. */
  private static final Integer[] EDGES = {
    0,
    1,
    63,
    SEGMENT - 1,
    SEGMENT,
    SEGMENT + 1,
    PAGE - 1,
    PAGE,
    PAGE + 1,
    JUMBO,
    KIB_64 - 1,
    KIB_64,
    KIB_64 + 1,
    262_145,
    MIB,
    MIB + 1,
    4 * MIB
  };

  /**
   * A length of each magnitude: none, a byte, a segment, a page, 64 KiB, MiBs; each just above it.
   */
  private static final Integer[] MAGNITUDES = {
    0, 1, SEGMENT + 1, PAGE + 1, KIB_64 + 1, MIB + 1, 4 * MIB
  };

  /** Whether the same was done before, and what else came before. */
  public static final Dimension<Occurrence> OCCURRENCE =
      Dimension.occurrence("occurrence", Occurrence.values());

  /** How many at once. */
  public static final Dimension<Amount> NUMBER = Dimension.number("number", Amount.values());

  private SharedDimensions() {}

  /**
   * Gives the lengths at which a backend may handle a transfer in another way: 0, 1, and those
   * around a segment, a page, 64 KiB and MiBs.
   *
   * @param name of the dimension
   * @param least the shortest that applies, in bytes
   * @param most the longest that applies, in bytes
   * @return the edges between them
   */
  public static Dimension<Integer> sizes(String name, int least, int most) {
    return within(name, EDGES, least, most);
  }

  /**
   * Gives a length of each magnitude, for a test to which each value costs much.
   *
   * @param name of the dimension
   * @param least the shortest that applies, in bytes
   * @param most the longest that applies, in bytes
   * @return 0, 1, and lengths just above a segment, a page, 64 KiB and MiBs, between them
   */
  public static Dimension<Integer> magnitudes(String name, int least, int most) {
    return within(name, MAGNITUDES, least, most);
  }

  private static Dimension<Integer> within(String name, Integer[] all, int least, int most) {
    return Dimension.size(
        name, Stream.of(all).filter(n -> n >= least && n <= most).toArray(Integer[]::new));
  }

  /**
   * Gives the first and the second occurrence, where nothing else can come before.
   *
   * @return the shared dimension without the others
   */
  public static Dimension<Occurrence> firstAndSecond() {
    return OCCURRENCE.only(each -> each == Occurrence.FIRST || each == Occurrence.SECOND);
  }

  /**
   * Gives the numbers one, two and most.
   *
   * @param name of the dimension, such as {@code number of EVDs}
   * @return the numbers
   */
  public static Dimension<Amount> numbers(String name) {
    return Dimension.number(name, Amount.values());
  }

  /**
   * Gives the values of an attribute that limits something.
   *
   * @param name of the attribute
   * @return least, odd, largest and default
   */
  public static Dimension<Limit> limits(String name) {
    return Dimension.attributes(name, Limit.values());
  }
}
