package org.dat4j.conformance.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gate of a clause: the condition on a backend's capabilities under which the suite tests it, from
 * the {@code needs} column of a catalogue. It consists of terms joined by {@code and}. A term is
 * {@code name} (not zero), {@code not name} (zero), {@code name has bits} or {@code name op value}
 * with one of {@code = != < <= > >=}. Numbers are decimal or {@code 0x} hexadecimal; any other
 * value is compared as text with {@code =} or {@code !=}. Immutable and thread-safe.
 */
public final class CapabilityGate {
  /** The gate that is always open. */
  public static final CapabilityGate NOTHING = new CapabilityGate("", List.of());

  private static final Pattern TERM =
      Pattern.compile(
          "(?<not>not )?(?<name>[a-z_][a-z0-9_]*)"
              + "(?: (?<has>has) (?<bits>\\w+)|(?<op>>=|<=|!=|=|<|>)(?<value>[\\w.-]+))?");

  private static final Set<String> WANTS_LESS = Set.of("=", "<", "<=");

  private record Term(String text, String name, String operator, String value) {}

  private final String text;
  private final List<Term> terms;

  private CapabilityGate(String text, List<Term> terms) {
    this.text = text;
    this.terms = terms;
  }

  /**
   * Reads an expression.
   *
   * @param text the expression; blank means {@link #NOTHING}
   * @return the gate
   * @throws IllegalArgumentException if a term is malformed; the message names it
   */
  public static CapabilityGate parse(String text) {
    if (text.isBlank()) {
      return NOTHING;
    }
    List<Term> terms = new ArrayList<>();
    for (String part : text.split(" and ", -1)) {
      terms.add(term(part));
    }
    return new CapabilityGate(text, List.copyOf(terms));
  }

  private static Term term(String part) {
    Matcher matcher = TERM.matcher(part);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "needs term '" + part + "' is not 'name', 'not name', 'name has bits' or 'name>value'");
    }
    boolean negated = matcher.group("not") != null;
    String operator = matcher.group("op");
    String value = matcher.group("value");
    if (matcher.group("has") != null) {
      operator = "has";
      value = matcher.group("bits");
    }
    if (operator == null) {
      operator = negated ? "=" : "!=";
      value = "0";
    } else if (negated) {
      throw new IllegalArgumentException(
          "needs term '" + part + "' has both 'not' and '" + operator + "'");
    }
    boolean textual = number(value) == null;
    if (textual && !operator.equals("=") && !operator.equals("!=")) {
      throw new IllegalArgumentException(
          "needs term '" + part + "' compares the text '" + value + "' with " + operator);
    }
    return new Term(part, matcher.group("name"), operator, value);
  }

  private static Long number(String value) {
    try {
      return Long.decode(value);
    } catch (NumberFormatException notNumeric) {
      return null;
    }
  }

  /**
   * Lists the attributes that decide the gate.
   *
   * @return names in order of appearance
   */
  public List<String> names() {
    return terms.stream().map(Term::name).toList();
  }

  /**
   * Tells why a backend does not reach the gated clause.
   *
   * @param capabilities what the backend says about itself
   * @return the first unmet term with the actual value, or empty when the gate is open
   * @throws IllegalArgumentException if an attribute is missing in the snapshot
   */
  public Optional<String> unmet(Capabilities capabilities) {
    for (Term term : terms) {
      Object actual = capabilities.get(term.name());
      if (!holds(term, actual)) {
        return Optional.of("needs " + term.text() + ", " + term.name() + " is " + actual);
      }
    }
    return Optional.empty();
  }

  /**
   * Names the capability whose absence closes the gate.
   *
   * @param capabilities what the backend says about itself
   * @return its name, or the whole term where the capability is there and too small; empty when the
   *     gate is open, or closed because the backend can do more
   * @throws IllegalArgumentException if an attribute is missing in the snapshot
   */
  public Optional<String> absent(Capabilities capabilities) {
    for (Term term : terms) {
      Object actual = capabilities.get(term.name());
      if (!holds(term, actual)) {
        boolean more = actual instanceof Long && WANTS_LESS.contains(term.operator());
        boolean none = actual.equals(0L);
        return more ? Optional.empty() : Optional.of(none ? term.name() : term.text());
      }
    }
    return Optional.empty();
  }

  private static boolean holds(Term term, Object actual) {
    Long wanted = number(term.value());
    if (wanted == null || !(actual instanceof Long)) {
      return actual.toString().equals(term.value()) == term.operator().equals("=");
    }
    long value = (Long) actual;
    return switch (term.operator()) {
      case "has" -> (value & wanted) == wanted;
      case "=" -> value == wanted;
      case "!=" -> value != wanted;
      case "<" -> value < wanted;
      case "<=" -> value <= wanted;
      case ">" -> value > wanted;
      default -> value >= wanted;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
