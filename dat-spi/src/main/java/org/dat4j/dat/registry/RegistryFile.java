package org.dat4j.dat.registry;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.Suggestions;

/**
 * The registry file (dat.conf) that a registry uses, where it was looked for and whether it could
 * be read. Immutable.
 *
 * <p>A file that somebody named, or that exists, and cannot be read is a failure and no empty
 * registry: it may define any name, so no name may be served from elsewhere.
 *
 * @param conf what it says, {@link DatConf#EMPTY} without a readable file
 * @param sources the places looked at
 * @param failure why the file cannot be used, null if there is no failure
 * @param remedy what to do about the failure, empty without one
 */
public record RegistryFile(
    DatConf conf, List<Explanation.Source> sources, String failure, String remedy) {

  /** The system property that names the file. */
  public static final String PROPERTY = "dat4j.conf";

  /** The environment variable that names the file when the property does not. */
  public static final String VARIABLE = "DAT_OVERRIDE";

  /** The file when nothing names one. */
  public static final Path DEFAULT_FILE = Path.of("/etc/dat.conf");

  /** The place where packages of Red Hat put the file. */
  private static final Path RED_HAT_FILE = Path.of("/etc/rdma/dat.conf");

  /** Largest file in bytes. */
  public static final int MAX_FILE = 1 << 20;

  /** More edits away, a name belongs to another program, as TOX_OVERRIDE does. */
  private static final int MAX_EDITS = 2;

  private static final String NAME_ANOTHER =
      "name a registry file that can be read with -D" + PROPERTY + "=FILE or " + VARIABLE;

  /**
   * Finds and reads the file by the contract's rule.
   *
   * @param property value of {@link #PROPERTY}, null or empty if it is not set
   * @param environment where to look for {@link #VARIABLE}
   * @param defaultFile the file when neither names one; it may be missing
   * @return what was found
   */
  public static RegistryFile locate(
      String property, Map<String, String> environment, Path defaultFile) {
    List<Explanation.Source> sources = new ArrayList<>();
    String variable = environment.get(VARIABLE);
    RegistryFile found = null;
    if (isSet(property)) {
      found = named("system property " + PROPERTY, property, sources);
    } else {
      sources.add(
          notSet(
              "system property " + PROPERTY,
              property,
              misspelt(PROPERTY, System.getProperties().stringPropertyNames())));
    }
    if (found == null && isSet(variable)) {
      found = named("environment variable " + VARIABLE, variable, sources);
    } else if (found == null) {
      sources.add(
          notSet(
              "environment variable " + VARIABLE,
              variable,
              misspelt(VARIABLE, environment.keySet())));
    } else {
      sources.add(passedOver("environment variable " + VARIABLE, variable == null ? "" : variable));
    }
    if (found == null) {
      return read("default", defaultFile, true, sources);
    }
    sources.add(passedOver("default", defaultFile.toString()));
    return new RegistryFile(found.conf, List.copyOf(sources), found.failure, found.remedy);
  }

  /**
   * Reads a file the program names.
   *
   * @param file the file; it must exist
   * @return what was found
   */
  public static RegistryFile ofFile(Path file) {
    return read("given by the program", file, false, new ArrayList<>());
  }

  /**
   * Takes a text in place of a file.
   *
   * @param text content
   * @param origin what to call it
   * @return what it says
   */
  public static RegistryFile ofText(String text, String origin) {
    DatConf conf = DatConfParser.parse(text, origin);
    Explanation.Source source =
        new Explanation.Source("given by the program", origin, true, summary(conf));
    return new RegistryFile(conf, List.of(source), null, "");
  }

  private static boolean isSet(String value) {
    return value != null && !value.isEmpty();
  }

  private static Explanation.Source notSet(String what, String value, String misspelt) {
    String finding = value == null ? "not set" : "empty";
    return new Explanation.Source(what, "", false, finding + misspelt);
  }

  /** A question that names what is set under a name that looks alike, else an empty text. */
  private static String misspelt(String name, Set<String> given) {
    for (String each : new TreeSet<>(given)) {
      if (!each.equals(name) && Suggestions.isNear(each, name, MAX_EDITS)) {
        return ", but " + each + " is: did you mean " + name + "?";
      }
    }
    return "";
  }

  private static Explanation.Source passedOver(String what, String location) {
    return new Explanation.Source(
        what, location, false, "not looked at, a source before it counts");
  }

  private static RegistryFile named(String what, String name, List<Explanation.Source> sources) {
    try {
      return read(what, Path.of(name), false, sources);
    } catch (InvalidPathException e) {
      return failed(what, PrintableText.quote(name), "is no file name: " + e.getReason(), sources);
    }
  }

  private static RegistryFile read(
      String what, Path file, boolean mayBeMissing, List<Explanation.Source> sources) {
    String location = file.toString();
    try {
      DatConf conf = DatConfParser.parse(content(file), location);
      sources.add(new Explanation.Source(what, location, true, summary(conf)));
      return new RegistryFile(conf, List.copyOf(sources), null, "");
    } catch (NoSuchFileException e) {
      if (!mayBeMissing) {
        return failed(what, location, "does not exist", sources);
      }
      sources.add(new Explanation.Source(what, location, false, "does not exist" + elsewhere()));
      return new RegistryFile(DatConf.EMPTY, List.copyOf(sources), null, "");
    } catch (AccessDeniedException e) {
      return failed(what, location, "may not be read by this user", sources);
    } catch (IOException | RuntimeException e) {
      String why =
          Files.isDirectory(file) ? "is a directory" : "cannot be read: " + PrintableText.of(e);
      return failed(what, location, why, sources);
    }
  }

  /** A hint to the file of Red Hat's packages, which the contract's rule does not find. */
  private static String elsewhere() {
    return Files.exists(RED_HAT_FILE)
        ? "; " + RED_HAT_FILE + " does: name it with -D" + PROPERTY + "=FILE or " + VARIABLE
        : "";
  }

  private static RegistryFile failed(
      String what, String location, String why, List<Explanation.Source> sources) {
    sources.add(new Explanation.Source(what, location, false, why));
    return new RegistryFile(
        DatConf.EMPTY,
        List.copyOf(sources),
        "the registry file " + location + " (" + what + ") " + why,
        NAME_ANOTHER);
  }

  private static String content(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_FILE + 1);
    }
    if (isUtf16(bytes)) {
      throw new IOException("it is saved as UTF-16: save it as UTF-8");
    }
    if (bytes.length > MAX_FILE) {
      throw new IOException("it has more than " + MAX_FILE + " bytes and is no registry file");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\ufeff") ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  /** Tells whether the bytes begin with a byte order mark of UTF-16. */
  private static boolean isUtf16(byte[] bytes) {
    return bytes.length >= 2
        && (bytes[0] == (byte) 0xff && bytes[1] == (byte) 0xfe
            || bytes[0] == (byte) 0xfe && bytes[1] == (byte) 0xff);
  }

  private static String summary(DatConf conf) {
    String entries = "read, " + PrintableText.count(conf.lines().size(), "entry", "entries");
    return conf.faultCount() == 0
        ? entries
        : entries
            + ", "
            + PrintableText.count(conf.faultCount(), "malformed line", "malformed lines");
  }
}
