package org.dat4j.conformance.stepper.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collects the statements and variable names of a Java program that repeats a stepper's calls. A
 * statement of the preparation is left out if no later one uses what it makes.
 */
public final class ProgramText {
  private static final Pattern VARIABLE = Pattern.compile("\\b[a-z]+[0-9]+\\b");

  private record Statement(String text, String makes, boolean preparation) {
    boolean neededBy(Set<String> used) {
      return !preparation
          || (makes == null ? uses(text).stream().anyMatch(used::contains) : used.contains(makes));
    }
  }

  private final List<Statement> statements = new ArrayList<>();
  private final Map<Object, String> names = new IdentityHashMap<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private boolean preparing = true;

  /** Notes that the preparation is over. */
  public void begin() {
    preparing = false;
  }

  /** Returns the expression for an object; null if the program has none. */
  public String name(Object object) {
    return names.get(object);
  }

  /** Sets the expression for an object. */
  public void name(Object object, String expression) {
    names.put(object, expression);
  }

  /**
   * Adds a declaration.
   *
   * @param type of the variable
   * @param object its value, null if no later expression names it
   * @param value the expression of the value
   * @return the name of the variable
   */
  public String declare(Class<?> type, Object object, String value) {
    String kind = type.isArray() ? "data" : type.getSimpleName().toLowerCase(Locale.ROOT);
    String variable = kind + counts.merge(kind, 1, Integer::sum);
    if (object != null) {
      names.put(object, variable);
    }
    String text = type.getSimpleName() + " " + variable + " = " + value + ";";
    statements.add(new Statement(text, variable, preparing));
    return variable;
  }

  /** Adds a statement. */
  public void add(String statement) {
    statements.add(new Statement(statement, null, preparing));
  }

  private static Set<String> uses(String text) {
    Set<String> found = new HashSet<>();
    Matcher variables = VARIABLE.matcher(text);
    while (variables.find()) {
      found.add(variables.group());
    }
    return found;
  }

  /** Lists the statements that are needed. */
  public List<String> statements() {
    Deque<String> needed = new ArrayDeque<>();
    Set<String> used = new HashSet<>();
    for (int i = statements.size() - 1; i >= 0; i--) {
      Statement statement = statements.get(i);
      if (statement.neededBy(used)) {
        needed.addFirst(statement.text());
        used.addAll(uses(statement.text()));
      }
    }
    return List.copyOf(needed);
  }
}
