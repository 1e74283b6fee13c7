package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The parser of dat.conf, the registry file of DAT: one entry of eight fields per line. Never
 * throws: a malformed line is skipped and kept as a fault, whatever its bytes.
 *
 * <p>Keywords match as a whole, an API version without a minor number is malformed, and a line is
 * never joined with the next. A carriage return before a newline belongs to the line's end.
 */
public final class DatConfParser {
  /** Longest line in characters; longer ones are malformed. */
  public static final int MAX_LINE = 65_536;

  /** Most malformed lines that are described one by one. */
  public static final int MAX_FAULTS = 100;

  private static final int FIELDS = 8;
  private static final Pattern API_VERSION = Pattern.compile("([uk])([0-9]+)\\.([0-9]+)");
  private static final Pattern PROVIDER_VERSION = Pattern.compile("[^.]+\\.([0-9]+)\\.([0-9]+)");

  private final String text;
  private final String origin;
  private final List<DatConf.Line> lines = new ArrayList<>();
  private final List<DatConf.Fault> faults = new ArrayList<>();
  private final Set<String> faultyNames = new HashSet<>();
  private int faultCount;

  private DatConfParser(String text, String origin) {
    this.text = text;
    this.origin = origin;
  }

  /**
   * Reads a whole file.
   *
   * @param text its content
   * @param origin its name, the first part of every entry's origin
   * @return what it says
   */
  public static DatConf parse(String text, String origin) {
    return new DatConfParser(text, origin).parse();
  }

  private DatConf parse() {
    int start = 0;
    for (int number = 1; start < text.length(); number++) {
      int newline = text.indexOf('\n', start);
      int end = newline < 0 ? text.length() : newline;
      int next = end + 1;
      if (end > start && text.charAt(end - 1) == '\r') {
        end--;
      }
      line(start, end, origin + ":" + number);
      start = next;
    }
    return new DatConf(
        List.copyOf(lines), List.copyOf(faults), faultCount, Set.copyOf(faultyNames));
  }

  private void line(int start, int end, String where) {
    List<String> fields = new ArrayList<>(FIELDS);
    try {
      if (end - start > MAX_LINE) {
        throw new MalformedLineException(
            "the line has " + (end - start) + " characters",
            "shorten it to " + MAX_LINE + "; check that the file is a registry file");
      }
      new LineScanner(text.substring(start, end)).addTo(fields, FIELDS);
      if (!fields.isEmpty()) {
        lines.add(entry(fields, where));
      }
    } catch (MalformedLineException e) {
      fault(fields.isEmpty() ? "" : fields.get(0), where, e);
    }
  }

  private void fault(String name, String where, MalformedLineException e) {
    faultCount++;
    boolean usable = name.length() < DatConstants.NAME_MAX_LENGTH;
    if (usable) {
      faultyNames.add(name);
    }
    if (faults.size() < MAX_FAULTS) {
      Explanation.Problem problem = new Explanation.Problem(where, e.getMessage(), e.remedy());
      faults.add(new DatConf.Fault(usable ? name : "", problem));
    }
  }

  private static DatConf.Line entry(List<String> fields, String where)
      throws MalformedLineException {
    String name = fields.get(0);
    if (name.length() >= DatConstants.NAME_MAX_LENGTH) {
      throw wrong(1, "IA name", name, "use at most 255 characters");
    }
    if (fields.size() < FIELDS) {
      throw new MalformedLineException(
          "an entry has " + FIELDS + " fields, this one has " + fields.size(),
          "write name, API version, thread safety, default, lib_path, provider version, ia_params"
              + " and platform_params on one line, \"\" for an empty field; where the entry goes on"
              + " in the next line, join the two");
    }
    Matcher version = API_VERSION.matcher(fields.get(1));
    if (!version.matches()) {
      throw wrong(
          2,
          "API version",
          fields.get(1),
          "write u (or k for the kernel), major, a period and minor, such as u1.2");
    }
    int major = number(2, "API version", version.group(2));
    int minor = number(2, "API version", version.group(3));
    boolean threadSafe = keyword(3, "thread safety", fields.get(2), "threadsafe", "nonthreadsafe");
    boolean isDefault = keyword(4, "default marker", fields.get(3), "default", "nondefault");
    String providerVersion = fields.get(5);
    Matcher provider = PROVIDER_VERSION.matcher(providerVersion);
    if (!provider.matches()) {
      throw wrong(
          6,
          "provider version",
          providerVersion,
          "write an identifier, a period, major, a period and minor, such as SUNW.1.0");
    }
    number(6, "provider version", provider.group(1));
    number(6, "provider version", provider.group(2));
    RegistryEntry entry =
        new RegistryEntry(
            name,
            major,
            minor,
            threadSafe,
            fields.get(4),
            providerVersion,
            fields.get(6),
            fields.get(7),
            where);
    return new DatConf.Line(entry, "u".equals(version.group(1)), isDefault);
  }

  private static boolean keyword(int position, String what, String field, String yes, String no)
      throws MalformedLineException {
    if (!field.equals(yes) && !field.equals(no)) {
      throw wrong(position, what, field, "write " + yes + " or " + no);
    }
    return field.equals(yes);
  }

  private static int number(int position, String what, String digits)
      throws MalformedLineException {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw wrong(position, what, digits, "use numbers up to " + Integer.MAX_VALUE);
    }
  }

  private static MalformedLineException wrong(
      int position, String what, String value, String remedy) {
    return new MalformedLineException(
        "field " + position + " (" + what + ") is " + PrintableText.quote(value), remedy);
  }
}
