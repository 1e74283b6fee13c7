package org.dat4j.dat.ipc;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.SettingValues;

/**
 * The values of all settings of one ipc adapter, parsed from the ia_params in its line of dat.conf.
 *
 * @param folder in which the adapters of the user find each other
 * @param ringBytes of each ring, a power of two
 * @param spinNanos how long a wait polls, -1 for automatic
 */
record IpcSettings(Path folder, int ringBytes, long spinNanos) {

  private static final String FOLDER = "folder";
  private static final String RING = "ring";
  private static final String SPIN = "spin";
  private static final String AUTO = "auto";

  private static final int MIN_RING = 1 << 12;
  private static final int MAX_RING = 1 << 26;
  private static final int USUAL_RING = 1 << 16;

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /** Returns the declarations of all settings. */
  static List<ProviderSetting> declarations() {
    return List.of(
        ProviderSetting.text(
            FOLDER,
            "PATH",
            AUTO,
            "folder in which the adapters of this user find each other; it must be this user's"
                + " alone; auto: dat4j-ipc-USER in /dev/shm, or in the folder for temporary files"
                + " where there is none"),
        ProviderSetting.number(
                RING,
                MIN_RING,
                MAX_RING,
                Integer.toString(USUAL_RING),
                "bytes of each of the two rings of a connection; the side that connects decides")
            .powerOfTwo()
            .tried("4096", "8192", "1048576"),
        ProviderSetting.number(
                SPIN,
                0,
                1_000_000,
                AUTO,
                "microseconds a waiting thread polls before it blocks; auto: 50; on a single"
                    + " processor 0, and a wait for an EVD lets others run before it blocks, where"
                    + " that helps",
                AUTO)
            .tried("0", "7", "1000"));
  }

  private static Path usualFolder() {
    boolean shared = Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY);
    Path parent = shared ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    return parent.resolve("dat4j-ipc-" + System.getProperty("user.name").replaceAll("\\W", "_"));
  }

  static boolean isRing(long bytes) {
    return bytes >= MIN_RING && bytes <= MAX_RING && Long.bitCount(bytes) == 1;
  }

  /**
   * Parses ia_params.
   *
   * @throws InvalidSettingException if a name or value is not known
   */
  static IpcSettings parse(String text) {
    SettingValues given = SettingValues.parse(text, declarations());
    long spin = given.number(SPIN, -1);
    return new IpcSettings(
        folder(given),
        (int) given.number(RING),
        spin < 0 ? spin : TimeUnit.MICROSECONDS.toNanos(spin));
  }

  private static Path folder(SettingValues given) {
    if (given.is(FOLDER, AUTO)) {
      return usualFolder();
    }
    try {
      return Path.of(given.text(FOLDER));
    } catch (InvalidPathException e) {
      throw given.notPossible(FOLDER);
    }
  }
}
