package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * The tables of the RSM stepper, written from the contract: how often each call is made, and which
 * codes it may return. The codes depend on the condition, and on the wrong argument if there is
 * one. Immutable.
 */
final class RsmModelTables {
  /** A wrong argument and what the contract says to it. */
  record Wrong(String name, AllowedCodes codes) {}

  private record Rule(List<String> when, AllowedCodes codes) {}

  /** The condition of a connect whose segment another thread unpublishes meanwhile. */
  static final String WITHDRAWN = "withdrawn";

  private final List<String> calls = new ArrayList<>();
  private final Map<String, List<Rule>> rules = new LinkedHashMap<>();
  private final Map<String, List<Wrong>> wrongs = new LinkedHashMap<>();

  RsmModelTables(Set<String> without) {
    for (TsvReader.Row row :
        TsvReader.resource(RsmModelTables.class, "calls.tsv", List.of("call", "weight"))) {
      String call = row.fields().get(0);
      for (int i = 0; i < Integer.parseInt(row.fields().get(1)) && !without.contains(call); i++) {
        calls.add(call);
      }
    }
    for (TsvReader.Row row :
        TsvReader.resource(
            RsmModelTables.class, "answers.tsv", List.of("call", "when", "answer"))) {
      List<String> field = row.fields();
      List<String> when = field.get(1).isBlank() ? List.of() : List.of(field.get(1).split(" "));
      rules
          .computeIfAbsent(field.get(0), call -> new ArrayList<>())
          .add(new Rule(when, AllowedCodes.parse(field.get(2))));
    }
    for (TsvReader.Row row :
        TsvReader.resource(
            RsmModelTables.class, "wrong.tsv", List.of("call", "argument", "answer"))) {
      List<String> field = row.fields();
      wrongs
          .computeIfAbsent(field.get(0), call -> new ArrayList<>())
          .add(new Wrong(field.get(1), AllowedCodes.parse(field.get(2))));
    }
  }

  /** Picks the next call by its weight. */
  String call(RandomChoice choice) {
    return choice.of(calls);
  }

  /** Picks a wrong argument for a call; null for none. */
  Wrong wrong(String call, RandomChoice choice) {
    List<Wrong> known = wrongs.get(call);
    return known == null || !choice.oneIn(4) ? null : choice.of(known);
  }

  /** Finds the codes of a call in a condition: the first row whose words all apply decides. */
  AllowedCodes answer(String call, Set<String> condition) {
    for (Rule rule : of(call)) {
      if (condition.containsAll(rule.when())) {
        return rule.codes();
      }
    }
    throw new IllegalStateException(call + ": no row of answers.tsv for " + condition);
  }

  private List<Rule> of(String call) {
    List<Rule> known = rules.get(call);
    if (known == null) {
      throw new IllegalStateException("answers.tsv has no rows of " + call);
    }
    return known;
  }

  /**
   * Collects the codes of a call in all conditions and with all arguments, but for those of a
   * connect that meets the end of its publication.
   */
  AllowedCodes anything(String call) {
    AllowedCodes all = AllowedCodes.SUCCESS;
    for (Rule rule : of(call)) {
      all = rule.when().contains(WITHDRAWN) ? all : all.or(rule.codes());
    }
    for (Wrong wrong : wrongs.getOrDefault(call, List.of())) {
      all = all.or(wrong.codes());
    }
    return all;
  }

  /** Calls that a table of answers has, for a check of the tables. */
  Set<String> answered() {
    return rules.keySet();
  }

  /** Calls that are made. */
  Set<String> made() {
    return Set.copyOf(calls);
  }
}
