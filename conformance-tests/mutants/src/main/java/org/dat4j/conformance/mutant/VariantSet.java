package org.dat4j.conformance.mutant;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.conformance.spi.Mutants;

/**
 * All honest variants of one contract, DAT or RSM: correct providers that use freedoms of the
 * manual pages, which the suite must accept. Each is a layer before a provider. An id is {@link
 * Mutants#HONEST}, followed by names of freedoms or by a seed that chooses about half of them.
 * Immutable.
 *
 * @param <F> the freedoms of the contract
 * @param <S> the type from which the tests of the contract get what they test
 */
public abstract class VariantSet<F extends Enum<F> & PageFreedom, S> implements Mutants<S> {
  private final Class<F> type;

  /**
   * Makes the set.
   *
   * @param type the table of the freedoms
   */
  protected VariantSet(Class<F> type) {
    this.type = type;
  }

  /**
   * Lists the freedoms of the contract.
   *
   * @return all of them, in the order of their table
   */
  public List<PageFreedom> all() {
    return List.copyOf(EnumSet.allOf(type));
  }

  @Override
  public Set<String> ids() {
    return EnumSet.allOf(type).stream()
        .map(freedom -> HONEST + freedom.name())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  @Override
  public Optional<Mutant> find(String id) {
    return freedoms(id).map(used -> described(id, used));
  }

  private static Mutant described(String id, Set<? extends PageFreedom> used) {
    String change =
        used.stream()
            .map(freedom -> freedom + " (" + freedom.source() + ": " + freedom.reason() + ")")
            .collect(Collectors.joining("; "));
    return new Mutant(id, List.of("*"), "uses " + change, CapabilityGate.NOTHING, "");
  }

  /**
   * Reads the freedoms of an id.
   *
   * @param id the id of a variant, or any other text
   * @return its freedoms; empty if it is the id of no variant
   */
  public Optional<Set<F>> freedoms(String id) {
    if (!id.startsWith(HONEST)) {
      return Optional.empty();
    }
    String selection = id.substring(HONEST.length());
    if (selection.matches("[0-9]{1,18}")) {
      return Optional.of(chosen(Long.parseLong(selection)));
    }
    Set<F> used = EnumSet.noneOf(type);
    for (String name : selection.split(",", -1)) {
      Optional<F> freedom =
          EnumSet.allOf(type).stream().filter(f -> f.name().equals(name)).findFirst();
      if (freedom.isEmpty()) {
        return Optional.empty();
      }
      used.add(freedom.get());
    }
    return Optional.of(used);
  }

  private Set<F> chosen(long seed) {
    Random random = new Random(seed);
    Set<F> used = EnumSet.noneOf(type);
    for (F freedom : EnumSet.allOf(type)) {
      if (random.nextBoolean()) {
        used.add(freedom);
      }
    }
    return used.isEmpty() ? EnumSet.allOf(type) : used;
  }
}
