package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processor of a library, as the file format ELF numbers it (e_machine). */
class ElfHeaderTest {

  private static final int NONE = 0;
  private static final int PPC64 = 21;
  private static final int AARCH64 = 183;
  private static final int LOONGARCH = 258;

  @TempDir private Path folder;

  private File library(String name, ByteOrder order, int machine) throws IOException {
    ByteBuffer header = ByteBuffer.allocate(64).order(order);
    header.put(0, new byte[] {0x7f, 'E', 'L', 'F', 2});
    header.put(5, (byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 2));
    header.putShort(18, (short) machine);
    return Files.write(folder.resolve(name), header.array()).toFile();
  }

  @Test
  void libraryForAnotherProcessorIsNamed() throws IOException {
    File own = library("own", ByteOrder.LITTLE_ENDIAN, AARCH64);
    File big = library("big", ByteOrder.BIG_ENDIAN, PPC64);
    File unnamed = library("unnamed", ByteOrder.LITTLE_ENDIAN, LOONGARCH);
    assertEquals("ppc64", ElfHeader.foreignProcessor(big, own));
    assertEquals("number 258 of ELF", ElfHeader.foreignProcessor(unnamed, own));
  }

  @Test
  void libraryForTheSameProcessorIsNotForeign() throws IOException {
    for (int machine : new int[] {PPC64, AARCH64, LOONGARCH}) {
      File own = library("own", ByteOrder.LITTLE_ENDIAN, machine);
      File other = library("other", ByteOrder.LITTLE_ENDIAN, machine);
      assertNull(ElfHeader.foreignProcessor(other, own));
    }
  }

  @Test
  void fileThatIsNoLibraryIsNotForeign() throws IOException {
    File own = library("own", ByteOrder.LITTLE_ENDIAN, AARCH64);
    File text = Files.writeString(folder.resolve("text"), "a text of some length").toFile();
    assertNull(ElfHeader.foreignProcessor(text, own));
    assertNull(ElfHeader.foreignProcessor(folder.resolve("none").toFile(), own));
  }

  @Test
  void processorOfThisMachineIsFound() throws IOException {
    assertNotNull(ElfHeader.foreignProcessor(library("x", ByteOrder.LITTLE_ENDIAN, NONE)));
  }
}
