package org.dat4j.conformance.spi;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;

/**
 * The mutants of one contract (providers with one known fault) that the service loader finds; none
 * without their module on the class path. They are made when first asked for, as most runs have no
 * mutant. Thread-safe.
 *
 * @param <S> the type from which the tests of the contract get what they test
 */
public final class InstalledMutants<S> implements Mutants<S> {
  private final Class<S> sourceType;
  private final Catalogue catalogue;
  private final Set<String> checked;
  private List<Mutants<S>> made;

  /**
   * Prepares the search.
   *
   * @param sourceType the type from which the tests of the contract get what they test
   * @param catalogue the contract
   * @param checked ids of the clauses that have a check
   */
  public InstalledMutants(Class<S> sourceType, Catalogue catalogue, Set<String> checked) {
    this.sourceType = sourceType;
    this.catalogue = catalogue;
    this.checked = checked;
  }

  private synchronized List<Mutants<S>> made() {
    if (made == null) {
      made = new ArrayList<>();
      for (MutantFactory<?> factory :
          ServiceLoader.load(MutantFactory.class, MutantFactory.class.getClassLoader())) {
        if (factory.sourceType() == sourceType) {
          made.add(create(factory));
        }
      }
    }
    return made;
  }

  @SuppressWarnings("unchecked") // The factory has said that it is for this type.
  private Mutants<S> create(MutantFactory<?> factory) {
    return ((MutantFactory<S>) factory).create(catalogue, checked);
  }

  @Override
  public Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>();
    made().forEach(mutants -> ids.addAll(mutants.ids()));
    return ids;
  }

  @Override
  public Optional<Mutant> find(String id) {
    return made().stream().flatMap(mutants -> mutants.find(id).stream()).findFirst();
  }

  /**
   * {@inheritDoc}
   *
   * @param id of the mutant; null for none: the source itself
   * @throws IllegalArgumentException if there is no such mutant
   */
  @Override
  public S inFrontOf(String id, S source, String target) {
    if (id == null) {
      return source;
    }
    return made().stream()
        .filter(mutants -> mutants.find(id).isPresent())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no mutant '" + id + "'"))
        .inFrontOf(id, source, target);
  }
}
