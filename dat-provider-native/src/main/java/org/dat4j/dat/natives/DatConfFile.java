package org.dat4j.dat.natives;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.natives.abi.Dat2Library;
import org.dat4j.dat.natives.abi.NativeUnavailableException;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The registry file that the library itself reads: {@code DAT_OVERRIDE} or {@code /etc/dat.conf},
 * at the moment it is loaded and never again. Our registry can be given another one ({@code
 * -Ddat4j.conf}, or by the program); the first adapter opened then sets {@code DAT_OVERRIDE} for
 * the library before it loads it.
 *
 * @param path the file the library reads
 * @param loaded whether it has read it
 */
record DatConfFile(Path path, boolean loaded) {

  private static final String VARIABLE = "DAT_OVERRIDE";
  private static final Path DEFAULT = Path.of("/etc/dat.conf");
  private static final Pattern ORIGIN = Pattern.compile("(.+):\\d+");

  private static DatConfFile current;

  /**
   * Loads the library, with the entry's file if that is still possible.
   *
   * @param entry the entry to be opened
   * @return what the library reads
   * @throws NativeUnavailableException if it cannot be loaded
   */
  static synchronized DatConfFile load(RegistryEntry entry) throws NativeUnavailableException {
    if (current == null || !current.loaded()) {
      String variable = System.getenv(VARIABLE);
      Path own = variable == null || variable.isEmpty() ? DEFAULT : Path.of(variable);
      Path wanted = fileOf(entry);
      boolean change = wanted != null && !isSame(wanted, own);
      if (change) {
        setVariable(wanted);
      }
      current = new DatConfFile(change ? wanted : own, false);
      Dat2Library.load();
      current = new DatConfFile(current.path(), true);
    }
    return current;
  }

  /**
   * The file an entry was read from.
   *
   * @param entry any entry
   * @return the absolute file, null for an entry that is not from a file that exists
   */
  static Path fileOf(RegistryEntry entry) {
    Matcher matcher = ORIGIN.matcher(entry.origin());
    if (!matcher.matches()) {
      return null;
    }
    try {
      Path file = Path.of(matcher.group(1)).toAbsolutePath();
      return Files.isRegularFile(file) ? file : null;
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.isSameFile(a, b);
    } catch (IOException e) {
      return false;
    }
  }

  private static void setVariable(Path file) {
    Function setenv = NativeLibrary.getInstance("c").getFunction("setenv");
    setenv.invokeInt(new Object[] {VARIABLE, file.toString(), 1});
  }

  /**
   * What to do when the library does not open an entry.
   *
   * @param entry the entry
   * @param type type of the refusal
   * @return the remedy, with the file the library reads
   */
  String advice(RegistryEntry entry, int type) {
    if (type != DatReturn.PROVIDER_NOT_FOUND) {
      return "is the device \"" + entry.iaParams() + "\" up? `rdma link` and `ibv_devinfo` show it";
    }
    Path file = fileOf(entry);
    if (file == null || !isSame(file, path)) {
      return "the uDAPL library reads its own registry once, from "
          + path
          + ", and the entry is from "
          + entry.origin()
          + ": start the program with "
          + VARIABLE
          + " set to the entry's file";
    }
    if (entry.threadSafe() || entry.versionMajor() != 2) {
      return entry.origin()
          + ": the uDAPL library opens lines with u2.0 and nonthreadsafe only; this layer adds the"
          + " thread safety";
    }
    return entry.origin()
        + ": can "
        + entry.libPath()
        + " be loaded, and does it know the device? `ldd` and `dat4j why` tell more";
  }
}
