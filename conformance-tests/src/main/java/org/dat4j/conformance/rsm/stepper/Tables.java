package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.stepper.Choice;

/**
 * The model's tables, written from the contract: how often a call is made, what it answers in which
 * condition, what it answers to which wrong argument. Immutable.
 */
final class Tables {
  /** A wrong argument and what the contract says to it. */
  record Wrong(String name, Codes codes) {}

  private record Rule(List<String> when, Codes codes) {}

  private final List<String> calls = new ArrayList<>();
  private final Map<String, List<Rule>> rules = new LinkedHashMap<>();
  private final Map<String, List<Wrong>> wrongs = new LinkedHashMap<>();

  Tables(Set<String> without) {
    for (Table.Row row : Table.resource(Tables.class, "calls.tsv", List.of("call", "weight"))) {
      String call = row.fields().get(0);
      for (int i = 0; i < Integer.parseInt(row.fields().get(1)) && !without.contains(call); i++) {
        calls.add(call);
      }
    }
    for (Table.Row row :
        Table.resource(Tables.class, "answers.tsv", List.of("call", "when", "answer"))) {
      List<String> field = row.fields();
      List<String> when = field.get(1).isBlank() ? List.of() : List.of(field.get(1).split(" "));
      rules
          .computeIfAbsent(field.get(0), call -> new ArrayList<>())
          .add(new Rule(when, Codes.parse(field.get(2))));
    }
    for (Table.Row row :
        Table.resource(Tables.class, "wrong.tsv", List.of("call", "argument", "answer"))) {
      List<String> field = row.fields();
      wrongs
          .computeIfAbsent(field.get(0), call -> new ArrayList<>())
          .add(new Wrong(field.get(1), Codes.parse(field.get(2))));
    }
  }

  /** The next call by weight. */
  String call(Choice choice) {
    return choice.of(calls);
  }

  /** A wrong argument for a call, null for none. */
  Wrong wrong(String call, Choice choice) {
    List<Wrong> known = wrongs.get(call);
    return known == null || !choice.oneIn(4) ? null : choice.of(known);
  }

  /** What a call answers in a condition: the first row whose words all apply decides. */
  Codes answer(String call, Set<String> condition) {
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

  /** What a call may answer in any condition and with any argument. */
  Codes anything(String call) {
    Codes all = Codes.SUCCESS;
    for (Rule rule : of(call)) {
      all = all.or(rule.codes());
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
