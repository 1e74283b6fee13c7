package org.dat4j.conformance.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Collectors;

/**
 * Codec between values and the words of the text lines that two JVMs of a test exchange. A word is
 * a tag letter and the value, without blanks.
 */
public final class WordCodec {
  private static final HexFormat HEX = HexFormat.of();

  private WordCodec() {}

  /**
   * Turns a value into a word.
   *
   * @param value null, an Integer, a Long, a Boolean, a String, a byte[], or a long[] that is not
   *     empty
   * @return a word that {@link #decode} turns back
   * @throws IllegalArgumentException for a value of another type
   */
  public static String encode(Object value) {
    if (value == null) {
      return "n";
    }
    if (value instanceof Integer number) {
      return "i" + number;
    }
    if (value instanceof Long number) {
      return "l" + number;
    }
    if (value instanceof Boolean truth) {
      return "b" + truth;
    }
    if (value instanceof String text) {
      return "s" + HEX.formatHex(text.getBytes(StandardCharsets.UTF_8));
    }
    if (value instanceof byte[] data) {
      return "x" + HEX.formatHex(data);
    }
    if (value instanceof long[] all) {
      return "a" + Arrays.stream(all).mapToObj(Long::toString).collect(Collectors.joining(","));
    }
    throw new IllegalArgumentException("a " + value.getClass() + " cannot travel");
  }

  /**
   * Turns a word back into its value.
   *
   * @param word from {@link #encode}
   * @return the value
   * @throws IllegalArgumentException if no value has such a word
   */
  public static Object decode(String word) {
    String value = word.substring(1);
    return switch (word.charAt(0)) {
      case 'n' -> null;
      case 'i' -> Integer.valueOf(value);
      case 'l' -> Long.valueOf(value);
      case 'b' -> Boolean.valueOf(value);
      case 's' -> new String(HEX.parseHex(value), StandardCharsets.UTF_8);
      case 'x' -> HEX.parseHex(value);
      case 'a' -> Arrays.stream(value.split(",")).mapToLong(Long::parseLong).toArray();
      default -> throw new IllegalArgumentException("word '" + word + "'");
    };
  }
}
