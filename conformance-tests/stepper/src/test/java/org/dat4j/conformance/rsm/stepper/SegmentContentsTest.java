package org.dat4j.conformance.rsm.stepper;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The known bytes of a segment, of two imports that put 1 and 2 to memory of zeros. */
class SegmentContentsTest {
  private static final byte[] ONES = {1, 1, 1, 1};
  private static final byte[] TWOS = {2, 2, 2, 2};

  private final SegmentContents contents = new SegmentContents(new byte[4]);
  private final Object one = new Object();
  private final Object two = new Object();

  private boolean agrees(int... found) {
    byte[] bytes = new byte[found.length];
    for (int i = 0; i < found.length; i++) {
      bytes[i] = (byte) found[i];
    }
    return contents.agrees(bytes);
  }

  @Test
  void bytesWrittenAtOnceAreThere() {
    contents.write(one, 1, ONES, 0, 2);
    assertTrue(agrees(0, 1, 1, 0));
    assertFalse(agrees(0, 1, 0, 0));
    assertFalse(agrees(1, 1, 1, 0));
  }

  @Test
  void lateBytesMayBeThereOrNotAndTheRestIsKnown() {
    contents.writeLate(one, 1, ONES, 0, 2);
    assertTrue(agrees(0, 0, 0, 0));
    assertTrue(agrees(0, 0, 1, 0));
    assertFalse(agrees(0, 1, 1, 1));
  }

  @Test
  void lateBytesAreThereWhenTheirSpanIsClosed() {
    contents.writeLate(one, 1, ONES, 0, 2);
    contents.settle(two, new byte[4]);
    assertTrue(agrees(0, 0, 0, 0));
    contents.settle(one, new byte[4]);
    assertFalse(agrees(0, 0, 0, 0));
    assertTrue(agrees(0, 1, 1, 0));
  }

  @Test
  void aWriteOverLateBytesOfAnotherImportIsTakenFromTheMemory() {
    contents.writeLate(one, 0, ONES, 0, 3);
    contents.write(two, 2, TWOS, 0, 2);
    assertTrue(agrees(1, 1, 1, 2));
    contents.settle(one, new byte[] {1, 1, 1, 2});
    assertTrue(agrees(1, 1, 1, 2));
    assertFalse(agrees(1, 1, 2, 2));
    assertFalse(agrees(1, 0, 1, 2));
  }

  @Test
  void bytesThatTwoPutLateAreKnownWhenBothAreThere() {
    contents.writeLate(one, 0, ONES, 0, 2);
    contents.writeLate(two, 1, TWOS, 0, 2);
    contents.settle(two, new byte[] {0, 2, 2, 0});
    assertTrue(agrees(0, 1, 2, 0));
    contents.settle(one, new byte[] {1, 1, 2, 0});
    assertTrue(agrees(1, 1, 2, 0));
    assertFalse(agrees(1, 2, 2, 0));
  }

  @Test
  void aReadBringsWhatIsKnown() {
    contents.write(one, 0, ONES, 0, 4);
    contents.writeLate(one, 2, TWOS, 0, 1);
    byte[] expected = new byte[5];
    contents.read(1, new byte[] {9, 9, 9, 9, 9}, expected, 1, 3);
    assertArrayEquals(new byte[] {0, 1, 9, 1, 0}, expected);
  }
}
