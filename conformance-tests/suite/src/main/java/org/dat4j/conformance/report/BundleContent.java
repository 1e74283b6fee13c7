package org.dat4j.conformance.report;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.dat4j.conformance.catalogue.Deviation;

/**
 * Reads the JSON file of a run's report (the bundle, as maps and lists) into the {@link
 * CertifiedRun} that a certificate judges. The schema is the resource {@code bundle.schema.json}
 * beside this class. Stateless.
 */
public final class BundleContent {
  /** Name of the schema among the resources of this package. */
  public static final String SCHEMA = "bundle.schema.json";

  private BundleContent() {}

  /**
   * Reads the run that a bundle reports.
   *
   * @param bundle members of the JSON object
   * @return the run
   * @throws BundleException if the version is newer, or a member is missing or of another type
   */
  public static CertifiedRun run(Map<String, Object> bundle) {
    long version = number(bundle, "version");
    if (version != SuiteResult.VERSION) {
      throw new BundleException(
          "the report has version "
              + version
              + ", and this dat4j reads version "
              + SuiteResult.VERSION
              + (version > SuiteResult.VERSION ? ": use a newer dat4j" : ": run the suite again"));
    }
    CertifiedRun.Kind kind = kind(text(bundle, "kind"));
    boolean suite = kind == CertifiedRun.Kind.SUITE;
    List<String> failures = new ArrayList<>();
    List<String> unexplained = new ArrayList<>();
    String decided = suite ? clauses(bundle, failures, unexplained) : text(bundle, "decided");
    texts(bundle, "problems").forEach(failures::add);
    if (failures.isEmpty() && !truth(bundle, "successful")) {
      failures.add("the run was not successful");
    }
    return new CertifiedRun(
        kind,
        text(bundle, "ia"),
        text(bundle, "contract"),
        versions(bundle),
        text(bundle, "placement"),
        number(bundle, "seed"),
        suite ? 0 : number(bundle, "calls"),
        suite ? 0 : (int) number(bundle, "threads"),
        truth(bundle, "cancelled"),
        texts(bundle, "limits"),
        List.copyOf(failures),
        List.copyOf(unexplained),
        decided,
        repeated(bundle),
        deviations(bundle),
        absent(bundle));
  }

  /** Decides what a run alone is worth as a certificate. */
  static Certificate certificate(Map<String, Object> bundle) {
    return CertificateRules.judge(List.of(run(bundle)), LocalDate.now(ZoneOffset.UTC));
  }

  /**
   * Adds the verdict on the run alone.
   *
   * @param bundle members of the JSON object
   * @return all members, with {@code verdict} after {@code kind}
   */
  public static Map<String, Object> withVerdict(Map<String, Object> bundle) {
    Map<String, Object> whole = new LinkedHashMap<>();
    bundle.forEach(
        (name, value) -> {
          whole.put(name, value);
          if (name.equals("kind")) {
            whole.put("verdict", certificate(bundle).level().label());
          }
        });
    return whole;
  }

  private static CertifiedRun.Kind kind(String label) {
    try {
      return CertifiedRun.Kind.valueOf(label.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new BundleException("kind is '" + label + "': it is suite, stepper or pairs");
    }
  }

  static Status status(String label) {
    for (Status status : Status.values()) {
      if (status.label().equals(label)) {
        return status;
      }
    }
    throw new BundleException("the status of a clause is '" + label + "', which is unknown");
  }

  /** Collects clauses that failed or were not run, and says how many were decided. */
  private static String clauses(
      Map<String, Object> bundle, List<String> failures, List<String> unexplained) {
    int testable = 0;
    int decided = 0;
    for (Map<String, Object> clause : objects(bundle, "clauses")) {
      String id = text(clause, "id");
      Status status = status(text(clause, "status"));
      testable += status == Status.VACUOUS || status == Status.UNTESTABLE ? 0 : 1;
      switch (status) {
        case PASSED, REFUSED, DEVIATION -> decided++;
        case FAILED -> failures.add(id);
        case NOTRUN, UNTESTED -> {
          if (text(clause, "absent").isEmpty()) {
            unexplained.add(id);
          }
        }
        case VACUOUS, UNTESTABLE -> {
          // Beyond what tests can decide.
        }
      }
    }
    return decided + " of " + testable + " testable clauses";
  }

  static Map<String, String> versions(Map<String, Object> bundle) {
    Map<String, String> versions = new LinkedHashMap<>();
    Map<String, Object> members = object(bundle, "versions");
    members.keySet().forEach(name -> versions.put(name, text(members, name)));
    return versions;
  }

  static Map<String, Integer> absent(Map<String, Object> bundle) {
    Map<String, Integer> absent = new TreeMap<>();
    Map<String, Object> members = object(bundle, "absent");
    members.keySet().forEach(name -> absent.put(name, (int) number(members, name)));
    return absent;
  }

  private static List<String> repeated(Map<String, Object> bundle) {
    List<String> repeated = new ArrayList<>();
    for (Map<String, Object> test : objects(bundle, "repeated")) {
      repeated.add(
          text(test, "test") + ", " + text(test, "outcome") + " after: " + texts(test, "attempts"));
    }
    return List.copyOf(repeated);
  }

  static List<Deviation> deviations(Map<String, Object> bundle) {
    List<Deviation> deviations = new ArrayList<>();
    for (Map<String, Object> line : objects(bundle, "deviations")) {
      try {
        deviations.add(
            new Deviation(
                text(line, "clause"),
                text(line, "reason"),
                text(line, "owner"),
                LocalDate.parse(text(line, "expiry")),
                Deviation.Kind.valueOf(text(line, "class").toUpperCase(Locale.ROOT)),
                (int) number(line, "line")));
      } catch (DateTimeException | IllegalArgumentException e) {
        throw new BundleException("a line of deviations is malformed: " + line);
      }
    }
    return List.copyOf(deviations);
  }

  /**
   * Gives the lines of a deviation file as members of JSON objects.
   *
   * @param deviations the lines
   * @return one object each
   */
  public static List<Object> deviations(List<Deviation> deviations) {
    List<Object> lines = new ArrayList<>();
    for (Deviation deviation : deviations) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("clause", deviation.clause());
      line.put("reason", deviation.reason());
      line.put("owner", deviation.owner());
      line.put("expiry", deviation.expiry().toString());
      line.put("class", deviation.kind().label());
      line.put("line", deviation.line());
      lines.add(line);
    }
    return lines;
  }

  private static Object member(Map<String, Object> object, String name) {
    Object value = object.get(name);
    if (value == null) {
      throw new BundleException("the member '" + name + "' is missing");
    }
    return value;
  }

  /**
   * Reads a text.
   *
   * @param object members of a JSON object
   * @param name of the member
   * @return its value
   * @throws BundleException if it is missing or no text
   */
  public static String text(Map<String, Object> object, String name) {
    if (member(object, name) instanceof String text) {
      return text;
    }
    throw wrong(object, name, "a text");
  }

  static long number(Map<String, Object> object, String name) {
    Object value = member(object, name);
    if (value instanceof Integer || value instanceof Long) {
      return ((Number) value).longValue();
    }
    throw wrong(object, name, "a whole number");
  }

  static boolean truth(Map<String, Object> object, String name) {
    if (member(object, name) instanceof Boolean truth) {
      return truth;
    }
    throw wrong(object, name, "true or false");
  }

  /**
   * Reads a list of texts.
   *
   * @param object members of a JSON object
   * @param name of the member
   * @return its elements
   * @throws BundleException if it is missing or no list of texts
   */
  public static List<String> texts(Map<String, Object> object, String name) {
    List<String> texts = new ArrayList<>();
    for (Object each : list(object, name)) {
      if (!(each instanceof String text)) {
        throw wrong(object, name, "a list of texts");
      }
      texts.add(text);
    }
    return List.copyOf(texts);
  }

  private static List<?> list(Map<String, Object> object, String name) {
    if (member(object, name) instanceof List<?> list) {
      return list;
    }
    throw wrong(object, name, "a list");
  }

  /**
   * Reads a list of objects.
   *
   * @param object members of a JSON object
   * @param name of the member
   * @return the members of each element
   * @throws BundleException if it is missing or no list of objects
   */
  public static List<Map<String, Object>> objects(Map<String, Object> object, String name) {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (Object each : list(object, name)) {
      objects.add(members(each, object, name));
    }
    return objects;
  }

  /**
   * Reads an object.
   *
   * @param object members of a JSON object
   * @param name of the member
   * @return its members
   * @throws BundleException if it is missing or no object
   */
  public static Map<String, Object> object(Map<String, Object> object, String name) {
    return members(member(object, name), object, name);
  }

  private static Map<String, Object> members(
      Object value, Map<String, Object> object, String name) {
    if (!(value instanceof Map<?, ?> map)) {
      throw wrong(object, name, "an object");
    }
    Map<String, Object> members = new LinkedHashMap<>();
    map.forEach((key, member) -> members.put(String.valueOf(key), member));
    return members;
  }

  private static BundleException wrong(Map<String, Object> object, String name, String type) {
    return new BundleException(
        "the member '" + name + "' should be " + type + ": " + object.get(name));
  }
}
