package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Outcome of one test method in a run of the suite, with its duration and message.
 *
 * @param className simple name of the test class
 * @param method method name
 * @param outcome what happened
 * @param nanos duration in nanoseconds
 * @param message failure or reason of the skip; empty when passed
 * @param failed ids of the clauses that failed in it
 * @param attempts what each earlier attempt found, when it was run again; empty otherwise
 */
public record TestResult(
    String className,
    String method,
    Outcome outcome,
    long nanos,
    String message,
    List<String> failed,
    List<String> attempts) {

  /** The outcome of a test. */
  public enum Outcome {
    /** All checks held. */
    PASSED,
    /** A check did not hold, or the test itself broke. */
    FAILED,
    /** Failed in clauses that the deviation file lists, and in no other way. */
    DEVIATION,
    /** Not executed, as it does not apply to the backend. */
    SKIPPED,
    /** Not reached before the run was cancelled. */
    NOT_RUN;

    /**
     * Returns the spelling in reports.
     *
     * @return words in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /**
   * Returns the message with what earlier attempts found.
   *
   * @return lines; empty when the test passed at the first attempt
   */
  public String fullMessage() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < attempts.size(); i++) {
      text.append("attempt ").append(i + 1).append(": ").append(attempts.get(i)).append('\n');
    }
    return text.append(message).toString().strip();
  }

  /**
   * Returns what the message says of one clause. A message has the failures of each clause, which
   * begin with its id.
   *
   * @param id of a clause that failed in the test
   * @return its lines without the id; the whole message if that does not name the clause
   */
  String message(String id) {
    List<String> own = new ArrayList<>();
    String current = "";
    for (String line : message.split("\n", -1)) {
      String named = failed.stream().filter(f -> line.startsWith(f + ": ")).findAny().orElse(null);
      current = named == null ? current : named;
      if (current.equals(id)) {
        own.add(named == null ? line : line.substring(id.length() + 2));
      }
    }
    return own.isEmpty() ? message : String.join("\n", own);
  }

  /**
   * Returns the name used in reports.
   *
   * @return {@code Class.method}
   */
  public String name() {
    return className + "." + method;
  }
}
