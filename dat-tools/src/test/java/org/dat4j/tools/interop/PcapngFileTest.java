package org.dat4j.tools.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PcapngFileTest {
  @TempDir private Path folder;

  /** A section header, and one packet of 3 bytes for each stamp. */
  private static byte[] capture(ByteOrder order, int... stamps) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer section = ByteBuffer.allocate(28).order(order);
    section.putInt(0x0A0D0D0A).putInt(28).putInt(0x1A2B3C4D).putInt(1).putLong(-1).putInt(28);
    out.writeBytes(section.array());
    for (int stamp : stamps) {
      ByteBuffer block = ByteBuffer.allocate(36).order(order);
      block.putInt(6).putInt(36).putInt(0).putInt(stamp).putInt(stamp).putInt(3).putInt(3);
      block.put(new byte[] {1, 2, (byte) stamp, 0}).putInt(36);
      out.writeBytes(block.array());
    }
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCaptureThatIsReadAndWrittenIsTheSame(boolean big) throws IOException {
    byte[] bytes = capture(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, 7, 8);
    PcapngFile file = PcapngFile.read(Files.write(folder.resolve("from"), bytes));
    assertEquals(ByteBuffer.wrap(new byte[] {1, 2, 8}), file.packets().get(1).frame());
    Path to = folder.resolve("to");
    file.write(to);
    assertArrayEquals(bytes, Files.readAllBytes(to));
  }

  @ParameterizedTest
  @ValueSource(ints = {36, 40, 71, 72, 73, 1000})
  void aFileLargerThanTheMappedPartIsReadWhole(int window) throws IOException {
    byte[] bytes = capture(ByteOrder.BIG_ENDIAN, 1, 2, 3, 4, 5);
    PcapngFile file = PcapngFile.read(Files.write(folder.resolve("from"), bytes), window);
    assertEquals(5, file.packets().size());
    Path to = folder.resolve("to");
    file.write(to);
    assertArrayEquals(bytes, Files.readAllBytes(to));
  }

  @Test
  void aChangedFrameLeavesTheFileAsItIs() throws IOException {
    byte[] bytes = capture(ByteOrder.LITTLE_ENDIAN, 7);
    Path from = Files.write(folder.resolve("from"), bytes);
    PcapngFile.read(from).packets().get(0).frame().put(2, (byte) 9);
    assertArrayEquals(bytes, Files.readAllBytes(from));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 29, 50})
  void aTruncatedFileIsNoCapture(int bytes) throws IOException {
    byte[] whole = capture(ByteOrder.LITTLE_ENDIAN, 7);
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, bytes));
    assertThrows(IOException.class, () -> PcapngFile.read(cut));
  }

  @Test
  void aSecondSectionIsRefused() throws IOException {
    byte[] one = capture(ByteOrder.LITTLE_ENDIAN);
    byte[] two = Arrays.copyOf(one, 2 * one.length);
    System.arraycopy(one, 0, two, one.length, one.length);
    Path file = Files.write(folder.resolve("two"), two);
    assertThrows(IOException.class, () -> PcapngFile.read(file));
  }
}
