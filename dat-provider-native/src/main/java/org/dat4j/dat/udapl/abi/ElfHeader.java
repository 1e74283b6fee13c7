package org.dat4j.dat.udapl.abi;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Map;

/**
 * The header of a library file in the format ELF, which names the processor that the library is
 * for. The linker of Linux says of a library for another processor only that there is none.
 */
final class ElfHeader {
  private static final int LENGTH = 20;
  private static final int MAGIC = 0x464c457f;
  private static final int DATA_OFFSET = 5;
  private static final int BIG_ENDIAN_DATA = 2;
  private static final int MACHINE_OFFSET = 18;
  private static final int NO_ELF = -1;

  /** Names of processors by their number in the header. */
  private static final Map<Integer, String> PROCESSORS =
      Map.of(
          3, "i386", 21, "ppc64", 22, "s390x", 40, "arm", 43, "sparcv9", 62, "amd64", 183,
          "aarch64", 243, "riscv64");

  private ElfHeader() {}

  /** Names the processor of a library when it is not that of this JVM; null when it may be. */
  static String foreignProcessor(File library) {
    return foreignProcessor(library, new File(System.getProperty("java.home"), "lib/libjava.so"));
  }

  /** Names the processor of a library when it is not that of another one; null when it may be. */
  static String foreignProcessor(File library, File own) {
    int number = readMachine(library);
    int ownNumber = readMachine(own);
    if (number == NO_ELF || ownNumber == NO_ELF || number == ownNumber) {
      return null;
    }
    return PROCESSORS.getOrDefault(number, "number " + number + " of ELF");
  }

  private static int readMachine(File library) {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(library.toPath())) {
      bytes = in.readNBytes(LENGTH);
    } catch (IOException | RuntimeException e) {
      return NO_ELF;
    }
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < LENGTH || header.getInt(0) != MAGIC) {
      return NO_ELF;
    }
    if (header.get(DATA_OFFSET) == BIG_ENDIAN_DATA) {
      header.order(ByteOrder.BIG_ENDIAN);
    }
    return Short.toUnsignedInt(header.getShort(MACHINE_OFFSET));
  }
}
