package org.dat4j.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests of the words that two JVMs of a test exchange. */
class WordCodecTest {

  @Test
  void aWordHasNoBlankAndTurnsBackIntoItsValue() {
    Object[] values = {
      null,
      -7,
      Long.MIN_VALUE,
      true,
      "two words, and a line\n",
      new byte[] {0, -1, 32},
      new byte[0],
      new long[] {1, -2, Long.MAX_VALUE}
    };
    for (Object value : values) {
      String word = WordCodec.encode(value);
      assertFalse(word.chars().anyMatch(Character::isWhitespace), word);
      Object[] expected = {value};
      Object[] decoded = {WordCodec.decode(word)};
      assertEquals(Arrays.deepToString(expected), Arrays.deepToString(decoded));
      assertEquals(
          value == null ? null : value.getClass(),
          decoded[0] == null ? null : decoded[0].getClass());
    }
  }

  @Test
  void aValueOfAnotherTypeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> WordCodec.encode(1.5));
    assertThrows(IllegalArgumentException.class, () -> WordCodec.decode("q1"));
  }
}
