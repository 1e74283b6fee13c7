package org.dat4j.dat.udapl.machine;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DatLibrary;
import org.dat4j.dat.udapl.abi.NativeUnavailableException;

/**
 * The path of the dat.conf that the uDAPL library reads; {@link #load} chooses it and then loads
 * the library. By default it is {@code DAT_OVERRIDE} or {@code /etc/dat.conf} (Solaris: {@code
 * /etc/dat/dat.conf}). The library never reads the file again. The Java registry may read another
 * file ({@code -Ddat4j.conf}, or by the program); then the first open sets {@code DAT_OVERRIDE}
 * before it loads the library.
 *
 * @param path the file the library reads
 * @param loaded whether it has read it
 */
public record DatConfFile(Path path, boolean loaded) {

  private static final String VARIABLE = "DAT_OVERRIDE";
  private static final Path DEFAULT =
      Path.of(Abi.current() == Abi.DAT_1_2 ? "/etc/dat/dat.conf" : "/etc/dat.conf");
  private static final Pattern ORIGIN = Pattern.compile("(.+):(\\d+)");

  private static DatConfFile current;

  /**
   * Loads the library, with the entry's file if the library is not loaded yet.
   *
   * @param entry the entry to be opened
   * @return the file that the library reads
   * @throws NativeUnavailableException if it cannot be loaded
   */
  public static synchronized DatConfFile load(RegistryEntry entry)
      throws NativeUnavailableException {
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
   * Returns the file an entry was read from.
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

  /**
   * Tells whether the line of an entry ends with a carriage return, as files of Windows have it.
   */
  static boolean endsWithCarriageReturn(RegistryEntry entry) {
    return lineOf(entry).endsWith("\r");
  }

  /** Tells whether the line of an entry begins with a byte order mark of UTF-8. */
  static boolean beginsWithMark(RegistryEntry entry) {
    return lineOf(entry).startsWith("\u00ef\u00bb\u00bf");
  }

  /** Reads the line of an entry, a character for each byte; empty where it cannot be read. */
  private static String lineOf(RegistryEntry entry) {
    Path file = fileOf(entry);
    if (file == null) {
      return "";
    }
    Matcher matcher = ORIGIN.matcher(entry.origin());
    try {
      String[] lines = Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", -1);
      int number = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      return number > 0 && number <= lines.length ? lines[number - 1] : "";
    } catch (IOException | NumberFormatException e) {
      return "";
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
   * Checks whether the library can know an entry.
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
