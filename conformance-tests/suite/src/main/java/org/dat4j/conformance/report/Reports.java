package org.dat4j.conformance.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.spi.PairsResult;

/**
 * Writer of the result of a run of the suite in its three forms: JSON, JUnit XML and HTML.
 * Stateless.
 */
public final class Reports {
  /** Name of the JSON file of a run of the suite. */
  public static final String SUITE_JSON = "conformance.json";

  /** Name of the JSON file of a run of the pairs. */
  public static final String PAIRS_JSON = "pairs.json";

  private Reports() {}

  /**
   * Gives the JSON form.
   *
   * @param result what a run found
   * @return JSON text with a final newline
   */
  public static String json(SuiteResult result) {
    return JsonWriter.write(BundleContent.withVerdict(content(result)));
  }

  /**
   * Decides what the run alone is worth as a certificate.
   *
   * @param result what a run found
   * @return partial or failed, with the reasons
   */
  public static Certificate certificate(SuiteResult result) {
    return BundleContent.certificate(content(result));
  }

  private static Map<String, Object> content(SuiteResult result) {
    RunConditions conditions = result.conditions();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", SuiteResult.VERSION);
    root.put("kind", "suite");
    root.put("ia", result.ia());
    root.put("peer", result.peer());
    root.put("provider", result.provider());
    root.put("contract", result.contract());
    root.put("placement", conditions.placement());
    root.put("date", conditions.date().toString());
    root.put("seed", result.seed());
    root.put("profile", result.profile());
    root.put("selection", result.selection());
    if (result.mutant() != null) {
      root.put("mutant", result.mutant());
    }
    root.put("deep", result.deep());
    root.put("limits", limits(result));
    root.put("cancelled", result.cancelled());
    root.put("successful", result.successful());
    root.put("problems", result.problems());
    root.put("versions", conditions.versions());
    root.put("capabilities", conditions.declared());
    root.put("absent", conditions.absent());
    root.put("deviations", BundleContent.deviations(conditions.deviations()));
    root.put("counts", result.counts());
    List<Object> clauses = new ArrayList<>();
    for (ClauseResult clause : result.clauses()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("id", clause.id());
      entry.put("status", clause.status().label());
      entry.put("checks", clause.checks());
      entry.put("tests", clause.tests());
      entry.put("reason", clause.reason());
      entry.put("absent", clause.absent());
      if (!clause.coverage().isEmpty()) {
        entry.put("dimensions", clause.coverage().stream().map(Reports::dimension).toList());
      }
      if (!clause.leftOutKinds().isEmpty()) {
        Map<String, String> kinds = new LinkedHashMap<>();
        clause.leftOutKinds().forEach((kind, reason) -> kinds.put(kind.label(), reason));
        entry.put("leftOutKinds", kinds);
      }
      clauses.add(entry);
    }
    root.put("varied", result.variedCounts());
    root.put("clauses", clauses);
    List<Object> repeated = new ArrayList<>();
    for (TestResult test : result.repeated()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("test", test.name());
      entry.put("attempts", test.attempts());
      entry.put("outcome", test.outcome().label());
      repeated.add(entry);
    }
    root.put("repeated", repeated);
    return root;
  }

  /** Says what keeps a run from counting for a certificate. */
  private static List<String> limits(SuiteResult result) {
    List<String> limits = new ArrayList<>();
    if (!result.selection().equals("*")) {
      limits.add("only the clauses " + result.selection());
    }
    if (!result.peer().equals(result.ia())) {
      limits.add("with " + result.peer() + " as the second party");
    }
    if (result.mutant() != null) {
      limits.add("behind " + result.mutant());
    }
    return limits;
  }

  private static Map<String, Object> dimension(Coverage coverage) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", coverage.dimension());
    coverage.kind().ifPresent(kind -> entry.put("kind", kind.label()));
    entry.put("covered", coverage.covered());
    entry.put("leftOut", coverage.leftOut());
    return entry;
  }

  /**
   * Gives any structure as JSON.
   *
   * @param value maps, lists, texts, numbers, booleans and null
   * @return JSON text with a final newline
   */
  public static String json(Map<String, Object> value) {
    return JsonWriter.write(value);
  }

  /**
   * Writes the JSON form to a file.
   *
   * @param result what a run found
   * @param file target; its directory is created, an older file is replaced
   * @throws FileNotWrittenException if it cannot be written; an older file is as it was
   */
  public static void writeJson(SuiteResult result, Path file) {
    AtomicFileWriter.write(file, json(result));
  }

  /**
   * Writes all forms into a directory: {@code conformance.json}, {@code conformance.html}, {@code
   * TEST-conformance.xml}, and their hashes.
   *
   * @param result what a run found
   * @param directory target; created if needed
   * @throws FileNotWrittenException if a file cannot be written; an older one is as it was
   */
  public static void writeAll(SuiteResult result, Path directory) {
    Map<String, String> files = new LinkedHashMap<>();
    files.put(SUITE_JSON, json(result));
    files.put("conformance.html", HtmlReport.page(result));
    files.put("TEST-conformance.xml", JUnitXmlReport.document(result));
    HashList.write(directory, files);
  }

  /**
   * Writes the result of a run of the pairs into a directory: {@code pairs.json} and {@code
   * pairs.html}.
   *
   * @param result what the run found
   * @param directory target; created if needed
   * @throws FileNotWrittenException if a file cannot be written; an older one is as it was
   */
  public static void writePairs(PairsResult result, Path directory) {
    AtomicFileWriter.write(directory.resolve(PAIRS_JSON), PairReport.json(result));
    AtomicFileWriter.write(directory.resolve("pairs.html"), PairReport.page(result));
  }

  /**
   * Makes a text safe inside XML and HTML.
   *
   * @param text any text
   * @return the text with markup characters as entities; control characters that XML forbids become
   *     {@code ?}
   */
  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\n', '\t', '\r' -> out.append("&#").append((int) c).append(';');
        default -> out.append(c < 0x20 || c > 0xd7ff ? '?' : c);
      }
    }
    return out.toString();
  }
}
