package org.dat4j.conformance.mutant;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.Needs;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.TestIndex;

/**
 * The mutants of one contract, with the excuses of those that no test can find. A clause without a
 * check has none, and gets its own as soon as it has a check. Filled by one thread, then read only.
 *
 * @param <F> a fault of the contract
 */
public final class MutantSet<F> {
  /** A mutant that changes nothing: the forwarding layer alone. Every clause has to hold. */
  public static final String NONE = "none";

  private final Set<String> checked = new TreeSet<>();
  private final Map<String, MutantRow<F>> mutants = new LinkedHashMap<>();
  private final Map<String, String> excuses = new TreeMap<>();
  private final Set<String> named = new TreeSet<>();

  /**
   * Makes an empty set.
   *
   * @param index the checks there are
   * @param owner the class whose package holds the resource {@code survivors.tsv}
   */
  public MutantSet(TestIndex index, Class<?> owner) {
    index.entries().forEach(entry -> checked.addAll(entry.clauses()));
    for (Table.Row row : Table.resource(owner, "survivors.tsv", List.of("mutant", "reason"))) {
      excuses.put(row.fields().get(0), row.fields().get(1));
    }
  }

  /**
   * The clauses that mutants are made of.
   *
   * @param catalogue the contract
   * @return those that can be tested and have a check
   */
  public List<Clause> clauses(Catalogue catalogue) {
    return catalogue.all().stream()
        .filter(clause -> checked.contains(clause.id()) && clause.testable())
        .toList();
  }

  /**
   * Adds a mutant, unless none of its clauses has a check.
   *
   * @param mutant its row
   * @throws IllegalStateException if its id is taken
   */
  public void add(MutantRow<F> mutant) {
    named.addAll(mutant.clauses());
    List<String> clauses = mutant.clauses().stream().filter(checked::contains).distinct().toList();
    if (clauses.isEmpty()) {
      return;
    }
    MutantRow<F> row =
        new MutantRow<>(mutant.id(), clauses, mutant.change(), mutant.needs(), mutant.fault());
    if (mutants.putIfAbsent(row.id(), row) != null) {
      throw new IllegalStateException("two mutants have the id " + row.id());
    }
  }

  /**
   * Lists the mutants.
   *
   * @return their descriptions, in the order of the tables, without {@link #NONE}
   */
  public List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    mutants.values().forEach(mutant -> all.add(described(mutant)));
    return all;
  }

  /**
   * Lists what can be run.
   *
   * @return {@link #NONE} and the ids of all mutants
   */
  public Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>();
    ids.add(NONE);
    ids.addAll(mutants.keySet());
    return ids;
  }

  /**
   * Finds a mutant.
   *
   * @param id its id
   * @return its description, or empty; {@link #NONE} stands for all clauses
   */
  public Optional<Mutant> find(String id) {
    if (id.equals(NONE)) {
      return Optional.of(
          new Mutant(NONE, List.of("*"), "nothing: every clause has to hold", Needs.NOTHING, ""));
    }
    return Optional.ofNullable(mutants.get(id)).map(this::described);
  }

  private Mutant described(MutantRow<F> mutant) {
    return mutant.described(excuses.getOrDefault(mutant.id(), ""));
  }

  /**
   * Makes the fault of a mutant.
   *
   * @param id one of {@link #ids}
   * @param none makes the fault that changes nothing
   * @return a new fault
   */
  public F fault(String id, Supplier<F> none) {
    return id.equals(NONE) ? none.get() : mutants.get(id).fault().get();
  }

  /**
   * Lists the clauses that the tables name, checked or not.
   *
   * @return their ids
   */
  public Set<String> named() {
    return named;
  }

  /**
   * Lists what the table of survivors says.
   *
   * @return reason by id of the mutant
   */
  public Map<String, String> excuses() {
    return excuses;
  }
}
