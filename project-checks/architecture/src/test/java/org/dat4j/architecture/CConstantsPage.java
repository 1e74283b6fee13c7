package org.dat4j.architecture;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page with the Java constant for each C constant, from the Javadoc of the contracts. */
final class CConstantsPage {

  /**
   * A constant with its C name.
   *
   * @param c name in C
   * @param java name in Java, without its class
   * @param meaning what its comment says, as one line
   */
  record Constant(String c, String java, String meaning) {}

  /** A contract: its module and package. */
  private record Contract(String title, String module, String packageName) {}

  private static final List<Contract> CONTRACTS =
      List.of(
          new Contract("DAT", "dat-spi", "org.dat4j.dat"),
          new Contract("RSM", "rsm-spi", "org.dat4j.rsm"));

  /** Their constants are on the page of codes. */
  private static final Set<String> CODES = Set.of("DatReturn", "DatSubtype", "RsmReturn");

  /** A comment that begins with a C name, and the constant under it. */
  private static final Pattern CONSTANT =
      Pattern.compile(
          "/\\*\\*\\s*(?:\\*\\s*)?\\{@code ((?:DAT|RSM|RSMERR)_\\w+)\\}((?:(?!\\*/).)*)\\*/\\s*"
              + "(?:public static final \\w+ (\\w+) =|([A-Z]\\w*)\\s*[(,;])",
          Pattern.DOTALL);

  private CConstantsPage() {}

  static String text() {
    Markdown page = new Markdown("Constants of C in Java", "the Javadoc of the constants");
    page.paragraph(
        "Codes (`DAT_SUCCESS`, `RSMERR_...`) are in [errors.md](errors.md). Enumerations have"
            + " `value()`, which is the number of C;\nsets of bits are `int` or `long`.");
    for (Contract contract : CONTRACTS) {
      page.heading(contract.title()).table(rows(contract));
    }
    return page.toString();
  }

  private static List<List<String>> rows(Contract contract) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("C", "Java", "value", "meaning"));
    for (Path source : Reactor.mainSources(contract.module())) {
      String type = source.getFileName().toString().replace(".java", "");
      boolean own = source.getParent().endsWith(contract.packageName().replace('.', '/'));
      if (own && !CODES.contains(type)) {
        for (Constant constant : constants(source)) {
          rows.add(
              List.of(
                  "`" + constant.c() + "`",
                  "`" + type + "." + constant.java() + "`",
                  value(contract.packageName() + "." + type, constant.java()),
                  constant.meaning()));
        }
      }
    }
    return rows;
  }

  /** The constants of a source whose comment begins with a C name. */
  static List<Constant> constants(Path source) {
    List<Constant> found = new ArrayList<>();
    Matcher constant = CONSTANT.matcher(Reactor.text(source));
    while (constant.find()) {
      String name = constant.group(3) == null ? constant.group(4) : constant.group(3);
      found.add(new Constant(constant.group(1), name, meaning(constant.group(2))));
    }
    return found;
  }

  private static String value(String type, String name) {
    try {
      Field field = Class.forName(type).getField(name);
      Object value = field.get(null);
      if (value instanceof Enum<?> constant) {
        value = constant.getClass().getMethod("value").invoke(constant);
      }
      if (type.endsWith(".Permission")) {
        return String.format(Locale.ROOT, "%04o", value);
      }
      return value instanceof Number number && number.longValue() > 9
          ? String.format(Locale.ROOT, "0x%X", number)
          : String.valueOf(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + "." + name + " cannot be read", e);
    }
  }

  /** The text behind the C name, as one line. */
  private static String meaning(String comment) {
    return comment
        .replaceAll("\\s*\\n\\s*\\*\\s*", " ")
        .replaceAll("\\{@(?:link|code) #?([^}]*)\\}", "`$1`")
        .strip()
        .replaceFirst("^[:,;]\\s*", "")
        .replaceFirst("^\\.$", "")
        .replaceFirst("\\.$", "");
  }
}
