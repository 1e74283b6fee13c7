package org.dat4j.dat.spi.software.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of memory that is cut off, from code that is interpreted and from compiled code. */
class GuardedCopyTest {

  private static final int SIZE = 1 << 18;

  /** From here on the file is cut. */
  private static final int CUT = 1 << 16;

  private static final int[] LENGTHS = {1, 7, 8, 9, 64, 4096, 100_000};

  @TempDir Path folder;
  private RandomAccessFile file;
  private ByteBuffer memory;
  private final ByteBuffer own = ByteBuffer.allocateDirect(SIZE);
  private final RegionSlice span = new RegionSlice();
  private final RegionSlice other = new RegionSlice();

  @BeforeEach
  void map() throws IOException {
    file = new RandomAccessFile(folder.resolve("mapped").toFile(), "rw");
    file.setLength(SIZE);
    memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
    set(span, memory, 0, SIZE);
    set(other, own, 3, SIZE - 3);
  }

  private static void set(RegionSlice span, ByteBuffer memory, int index, int length) {
    span.set(new MemoryRegion(new HazardDomain(), memory, 0, SIZE, 0, null), index, length);
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  private boolean write(int index, int length) {
    set(span, memory, index, length);
    boolean copied = span.copyFrom(own, 3, length);
    assertEquals(copied, span.copyFrom(other, length), "from another region");
    assertEquals(copied, span.copyInOrder(own, 3), "in order");
    assertEquals(copied, span.copyInOrder(other), "in order from another region");
    return copied;
  }

  private boolean read(int index, int length) {
    boolean copied = GuardedCopy.read(memory, index, own, 3, length);
    set(span, memory, index, length);
    assertEquals(copied, other.copyFrom(span, length), "to another region");
    return copied;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1_000, 50_000})
  void copyOfMemoryThatIsCutOffFailsAtOnce(int before) throws IOException {
    for (int i = 0; i < before; i++) {
      own.putInt(3, i);
      assertTrue(write(CUT, 4 + i % 61));
      assertTrue(read(CUT, 4 + i % 61));
    }
    file.setLength(CUT);
    for (int round = 0; round < 3; round++) {
      for (int length : LENGTHS) {
        assertFalse(write(CUT + 8192, length), "write of " + length);
        assertFalse(read(CUT + 8192, length), "read of " + length);
        assertTrue(write(0, Math.min(length, CUT)), "the rest can be written");
        assertTrue(read(0, Math.min(length, CUT)), "the rest can be read");
      }
      assertFalse(write(CUT - 100, 200), "write across the cut");
      assertFalse(read(CUT - 100, 200), "read across the cut");
      assertFalse(GuardedCopy.isReadable(memory, CUT - 8192, 16384));
      assertTrue(GuardedCopy.isReadable(memory, CUT - 8192, 8192));
    }
  }

  @Test
  void mappedFilesAreRecognisedInEveryView() throws IOException {
    ByteBuffer readOnly = file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, SIZE);
    for (ByteBuffer mapped : List.of(memory, readOnly)) {
      assertTrue(GuardedCopy.isFileMapped(mapped));
      assertTrue(GuardedCopy.isFileMapped(mapped.slice(4096, 100)));
      assertTrue(GuardedCopy.isFileMapped(mapped.duplicate().asReadOnlyBuffer()));
    }
    assertFalse(GuardedCopy.isFileMapped(own));
    assertFalse(GuardedCopy.isFileMapped(own.slice(4096, 100).asReadOnlyBuffer()));
  }

  @Test
  void everyValueIsCopied() {
    for (int length = 0; length <= 70; length++) {
      for (int value = 0; value < 256; value++) {
        for (int i = 0; i < length; i++) {
          own.put(3 + i, (byte) value);
          own.put(1000 + i, (byte) ~value);
        }
        set(span, memory, 5, length);
        assertTrue(span.copyFrom(own, 3, length));
        assertTrue(GuardedCopy.read(memory, 5, own, 1000, length));
        for (int i = 0; i < length; i++) {
          assertEquals((byte) value, own.get(1000 + i));
        }
      }
    }
  }
}
