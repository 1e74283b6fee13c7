package org.dat4j.conformance.catalogue;

import java.util.Optional;

/**
 * One testable requirement of a contract (DAT or RSM): a row of the clause catalogue. Immutable and
 * thread-safe.
 *
 * @param id stable identifier, {@code page.number}
 * @param page the manual page or header the requirement comes from
 * @param kind what it speaks about
 * @param requirement the requirement in words
 * @param where {@code all}, {@code registry}, {@code native-only}, {@code optional(condition)} or
 *     {@code untestable(reason)}
 * @param java the Java reading where it differs from C, {@code vacuous: rule} when the language
 *     makes the clause hold by itself, or empty
 * @param needs the capability that gates the clause, never {@code null}
 * @param strict the decided alternative that the strict profile demands, or empty
 * @param revision number of the row's text, from 1
 */
public record Clause(
    String id,
    String page,
    ClauseKind kind,
    String requirement,
    String where,
    String java,
    CapabilityGate needs,
    String strict,
    int revision) {

  private static final String UNTESTABLE = "untestable(";
  private static final String OPTIONAL = "optional(";
  private static final String VACUOUS = "vacuous:";

  /**
   * Tells why no test can decide the clause.
   *
   * @return the reason, or empty for a clause that can be tested
   */
  public Optional<String> untestable() {
    return inside(UNTESTABLE);
  }

  /**
   * Tells which language rule makes the clause hold without a test.
   *
   * @return the rule, or empty
   */
  public Optional<String> vacuous() {
    return java.startsWith(VACUOUS)
        ? Optional.of(java.substring(VACUOUS.length()).strip())
        : Optional.empty();
  }

  /**
   * Tells under which condition a provider has to keep the clause.
   *
   * @return the condition in words, or empty for a clause that every provider keeps
   */
  public Optional<String> optional() {
    return inside(OPTIONAL);
  }

  /**
   * Tells whether a test has to exist.
   *
   * @return true unless the clause is untestable or vacuous
   */
  public boolean testable() {
    return untestable().isEmpty() && vacuous().isEmpty();
  }

  private Optional<String> inside(String prefix) {
    return where.startsWith(prefix) && where.endsWith(")")
        ? Optional.of(where.substring(prefix.length(), where.length() - 1))
        : Optional.empty();
  }
}
