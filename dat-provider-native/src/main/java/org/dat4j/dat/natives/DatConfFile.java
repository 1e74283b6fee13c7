package org.dat4j.dat.natives;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.DatLibrary;
import org.dat4j.dat.natives.abi.NativeUnavailableException;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The registry file that the library itself reads: {@code DAT_OVERRIDE} or {@code /etc/dat.conf}
 * (Solaris: {@code /etc/dat/dat.conf}), at the moment it is loaded and never again. Our registry
 * can be given another one ({@code -Ddat4j.conf}, or by the program); the first adapter opened then
 * sets {@code DAT_OVERRIDE} for the library before it loads it.
 *
 * @param path the file the library reads
 * @param loaded whether it has read it
 */
record DatConfFile(Path path, boolean loaded) {

  private static final String VARIABLE = "DAT_OVERRIDE";
  private static final Path DEFAULT =
      Path.of(Abi.current() == Abi.DAT_1_2 ? "/etc/dat/dat.conf" : "/etc/dat.conf");
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
      DatLibrary.checkJna();
      String variable = System.getenv(VARIABLE);
      Path own = variable == null || variable.isEmpty() ? DEFAULT : Path.of(variable);
      Path wanted = fileOf(entry);
      boolean change = wanted != null && !isSame(wanted, own);
      if (change) {
        setVariable(wanted);
      }
      current = new DatConfFile(change ? wanted : own, false);
      DatLibrary.load();
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
   * Whether the library can know an entry.
   *
   * @param entry the entry
   * @return null if it is from the file the library reads
   */
  ProbeResult mismatch(RegistryEntry entry) {
    Path file = fileOf(entry);
    if (file != null && isSame(file, path)) {
      return null;
    }
    return ProbeResult.unavailable(
        "the uDAPL library reads its own registry once, from "
            + path
            + ", and the entry is from "
            + entry.origin(),
        "start the program with " + VARIABLE + " set to the entry's file");
  }
}
