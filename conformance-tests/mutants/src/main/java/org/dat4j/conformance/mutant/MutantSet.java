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
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.conformance.spi.Mutants;

/**
 * All mutants of one contract, DAT or RSM: providers with one known fault each, which the suite has
 * to find. Each one that no test can find has its reason. A clause without a check has no mutants,
 * and gets its own as soon as it has a check. Filled by one thread, then read only.
 *
 * @param <F> a fault of the contract
 * @param <S> the type from which the tests of the contract get what they test
 */
public abstract class MutantSet<F, S> implements Mutants<S> {
  /** A mutant that changes nothing: the forwarding layer alone. Every clause has to hold. */
  public static final String NONE = "none";

  private static final List<String> BOUNDS =
      List.of("call", "argument", "value", "limit", "side", "clauses", "needs");

  private final Set<String> checked;
  private final ReturnTable returns = new ReturnTable(getClass());
  private final Map<String, MutantRow<F>> mutants = new LinkedHashMap<>();
  private final Map<String, String> excuses = new TreeMap<>();
  private final Set<String> named = new TreeSet<>();

  /**
   * Makes an empty set.
   *
   * @param checked ids of the clauses that have a check
   */
  protected MutantSet(Set<String> checked) {
    this.checked = checked;
    for (TsvReader.Row row :
        TsvReader.resource(getClass(), "survivors.tsv", List.of("mutant", "reason"))) {
      excuses.put(row.fields().get(0), row.fields().get(1));
    }
  }

  /**
   * The clauses that mutants are made of.
   *
   * @param catalogue the contract
   * @return those that can be tested and have a check
   */
  protected List<Clause> clauses(Catalogue catalogue) {
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
  protected void add(MutantRow<F> mutant) {
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
   * Returns what the mutants of return codes take from the resource {@code returns.tsv}.
   *
   * @return the table
   */
  protected ReturnTable returns() {
    return returns;
  }

  /**
   * Lists the clauses whose codes need no mutant, with a reason in the table of return codes.
   *
   * @return their ids
   */
  public Set<String> without() {
    return returns.without();
  }

  /**
   * Adds the mutants for limits from the resource {@code bounds.tsv}: each accepts a value beyond a
   * limit, or refuses the last permitted one. At the end of an id {@code +1} marks the former and
   * {@code -1} the latter; for a least value it is the other way round.
   *
   * @param more the last columns, which only the table of this contract has
   * @param values reads the fields of a row
   */
  protected void addBounds(List<String> more, Function<List<String>, BoundedValue<F>> values) {
    List<String> columns = new ArrayList<>(BOUNDS);
    columns.addAll(more);
    for (TsvReader.Row row : TsvReader.resource(getClass(), "bounds.tsv", columns)) {
      List<String> field = row.fields();
      BoundedValue<F> value = values.apply(field);
      value
          .side()
          .generate(
              field.get(0),
              field.get(1),
              List.of(field.get(5).split(" ")),
              CapabilityGate.parse(field.get(6)),
              value,
              this::add);
    }
  }

  /**
   * Adds mutants that are made of those added before: the same faults, each on one occasion only.
   * The resource {@code families.tsv} names the occasions, and the mutants by globs.
   *
   * @param occasional makes a fault that acts only on an occasion, of the occasion's name
   * @throws IllegalArgumentException if a glob matches no mutant
   */
  protected void addFamilies(BiFunction<String, F, F> occasional) {
    List<MutantRow<F>> bases = List.copyOf(mutants.values());
    List<String> columns = List.of("occasion", "words", "mutants");
    for (TsvReader.Row row : TsvReader.resource(getClass(), "families.tsv", columns)) {
      String occasion = row.fields().get(0);
      for (String glob : row.fields().get(2).split(" ")) {
        Pattern pattern = Pattern.compile(glob.replace(".", "\\.").replace("*", ".*"));
        List<MutantRow<F>> matching =
            bases.stream().filter(base -> pattern.matcher(base.id()).matches()).toList();
        if (matching.isEmpty()) {
          throw new IllegalArgumentException(occasion + ": no mutant matches '" + glob + "'");
        }
        for (MutantRow<F> base : matching) {
          add(
              new MutantRow<>(
                  occasion + "." + base.id(),
                  base.clauses(),
                  base.change() + ", " + row.fields().get(1),
                  base.needs(),
                  () -> occasional.apply(occasion, base.fault().get())));
        }
      }
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
   * {@inheritDoc}
   *
   * @return {@link #NONE} and the ids of all mutants
   */
  @Override
  public Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>();
    ids.add(NONE);
    ids.addAll(mutants.keySet());
    return ids;
  }

  /**
   * {@inheritDoc}
   *
   * @return its description, or empty; {@link #NONE} stands for all clauses
   */
  @Override
  public Optional<Mutant> find(String id) {
    if (id.equals(NONE)) {
      return Optional.of(
          new Mutant(
              NONE, List.of("*"), "nothing: every clause has to hold", CapabilityGate.NOTHING, ""));
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
  protected F fault(String id, Supplier<F> none) {
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
