package org.dat4j.conformance.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a result in its three forms. Stateless. */
public final class Reports {
  private Reports() {}

  /**
   * Gives the JSON form.
   *
   * @param result what a run found
   * @return JSON text with a final newline
   */
  public static String json(SuiteResult result) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", SuiteResult.VERSION);
    root.put("ia", result.ia());
    root.put("provider", result.provider());
    root.put("contract", result.contract());
    root.put("seed", result.seed());
    root.put("profile", result.profile());
    root.put("counts", result.counts());
    List<Object> clauses = new ArrayList<>();
    for (ClauseResult clause : result.clauses()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("id", clause.id());
      entry.put("status", clause.status().label());
      entry.put("checks", clause.checks());
      entry.put("tests", clause.tests());
      entry.put("reason", clause.reason());
      clauses.add(entry);
    }
    root.put("clauses", clauses);
    return Json.write(root);
  }

  /**
   * Gives any structure as JSON.
   *
   * @param value maps, lists, texts, numbers and booleans
   * @return JSON text with a final newline
   */
  public static String json(Map<String, Object> value) {
    return Json.write(value);
  }

  /**
   * Writes the JSON form to a file.
   *
   * @param result what a run found
   * @param file target; its directory is created, an older file is replaced
   * @throws IOException if the file cannot be written
   */
  public static void writeJson(SuiteResult result, Path file) throws IOException {
    write(file, json(result));
  }

  /**
   * Writes all forms into a directory: {@code conformance.json}, {@code conformance.html} and
   * {@code TEST-conformance.xml}.
   *
   * @param result what a run found
   * @param directory target; created if needed
   * @throws IOException if a file cannot be written
   */
  public static void writeAll(SuiteResult result, Path directory) throws IOException {
    writeJson(result, directory.resolve("conformance.json"));
    write(directory.resolve("conformance.html"), HtmlReport.page(result));
    write(directory.resolve("TEST-conformance.xml"), JUnitXmlReport.document(result));
  }

  private static void write(Path file, String text) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    Files.createDirectories(directory);
    Files.writeString(file, text, StandardCharsets.UTF_8);
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
