package org.dat4j.conformance.dat.variant;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Needs;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/**
 * The set of the honest variants of DAT: layers before a provider that use freedoms of the pages.
 * An id is {@link Mutants#HONEST}, followed by names of freedoms or by a seed that chooses about
 * half of them. Immutable.
 */
public final class HonestVariants implements Mutants<IaSource> {

  /** The service that makes the honest variants of DAT. */
  public static final class Factory implements MutantFactory<IaSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<IaSource> sourceType() {
      return IaSource.class;
    }

    @Override
    public Mutants<IaSource> create(Catalogue catalogue, Set<String> checked) {
      return new HonestVariants();
    }
  }

  /** Makes the set. */
  HonestVariants() {}

  @Override
  public Set<String> ids() {
    Set<String> ids = new LinkedHashSet<>();
    for (Freedom freedom : Freedom.values()) {
      ids.add(HONEST + freedom.name());
    }
    return ids;
  }

  @Override
  public Optional<Mutant> find(String id) {
    return freedoms(id).map(used -> described(id, used));
  }

  private static Mutant described(String id, Set<Freedom> used) {
    String change =
        used.stream()
            .map(freedom -> freedom + " (" + freedom.page() + ": " + freedom.reason() + ")")
            .collect(Collectors.joining("; "));
    return new Mutant(id, List.of("*"), "uses " + change, Needs.NOTHING, "");
  }

  /** Reads the freedoms of an id; empty if it is none of a variant. */
  static Optional<Set<Freedom>> freedoms(String id) {
    if (!id.startsWith(HONEST)) {
      return Optional.empty();
    }
    String selection = id.substring(HONEST.length());
    if (selection.matches("[0-9]{1,18}")) {
      return Optional.of(chosen(Long.parseLong(selection)));
    }
    Set<Freedom> used = EnumSet.noneOf(Freedom.class);
    for (String name : selection.split(",", -1)) {
      Optional<Freedom> freedom =
          List.of(Freedom.values()).stream().filter(f -> f.name().equals(name)).findFirst();
      if (freedom.isEmpty()) {
        return Optional.empty();
      }
      used.add(freedom.get());
    }
    return Optional.of(used);
  }

  private static Set<Freedom> chosen(long seed) {
    Random random = new Random(seed);
    List<Freedom> used = new ArrayList<>();
    for (Freedom freedom : Freedom.values()) {
      if (random.nextBoolean()) {
        used.add(freedom);
      }
    }
    return used.isEmpty() ? EnumSet.allOf(Freedom.class) : EnumSet.copyOf(used);
  }

  @Override
  public IaSource inFrontOf(String id, IaSource source, String target) {
    return new VariantSource(source, new VariantLayer(freedoms(id).orElseThrow(), id.hashCode()));
  }
}
