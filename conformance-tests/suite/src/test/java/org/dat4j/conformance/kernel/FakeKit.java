package org.dat4j.conformance.kernel;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.OtherSideState;

/** A contract of a few clauses whose tests are the samples of this package. */
public final class FakeKit implements ContractKit {
  private static final String CLAUSES =
      """
      fake_a.01|fake_a|attr|First of a.|all||||1
      fake_a.02|fake_a|attr|Second of a.|all||||1
      fake_a.03|fake_a|attr|Third of a.|all||||1
      fake_a.04|fake_a|attr|Fourth of a.|all||||1
      fake_a.05|fake_a|attr|Fifth of a.|all||||1
      fake_a.06|fake_a|attr|Sixth of a.|all||||1
      fake_v.01|fake_v|attr|Holds by language.|all|vacuous: enums are closed|||1
      fake_u.01|fake_u|attr|Nobody can tell.|untestable(left open)||||1
      fake_n.01|fake_n|attr|No test.|all||||1
      fake_g.01|fake_g|attr|Gated.|optional(gate)||gate||1
      fake_g.02|fake_g|attr|Gated, refusable.|optional(gate)||gate||1
      fake_o.01|fake_o|attr|Optional.|optional(either way)||||1
      fake_o.02|fake_o|attr|Optional, decided.|optional(either way)|||DAT_ABORT|1
      """;

  private final List<TestIndex.Entry> extra = new ArrayList<>();
  private final List<Class<?>> classes;
  private long gate;

  /** Found by name: all checks hold. */
  public FakeKit() {
    this(Samples.Passing.class);
  }

  FakeKit(Class<?>... classes) {
    this.classes = List.of(classes);
  }

  FakeKit gate(long value) {
    gate = value;
    return this;
  }

  FakeKit alsoIndexed(String className, String method, String clause) {
    extra.add(new TestIndex.Entry(className, method, List.of(clause), List.of(), false));
    return this;
  }

  @Override
  public String contract() {
    return "fake";
  }

  @Override
  public Catalogue catalogue() {
    String text = String.join("\t", Catalogue.COLUMNS) + "\n" + CLAUSES.replace('|', '\t');
    return Catalogue.read(new StringReader(text), "fake.tsv");
  }

  @Override
  public TestIndex index() {
    List<TestIndex.Entry> entries = new ArrayList<>(TestIndex.of(classes).entries());
    entries.addAll(extra);
    return new TestIndex(entries);
  }

  @Override
  public Set<String> mutants() {
    return Set.of("known-mutant");
  }

  @Override
  public Environment open(Target target) {
    if (!target.ia().startsWith("fake")) {
      throw new UsageException("no adapter '" + target.ia() + "'");
    }
    return new Environment() {
      @Override
      public String provider() {
        return "fake 1.0";
      }

      @Override
      public Capabilities capabilities() {
        return Capabilities.of(Map.of("gate", gate));
      }

      @Override
      public List<LeakProbe> leakProbes() {
        return List.of(new ThreadLeakProbe("fake-leak-"));
      }

      @Override
      public Optional<String> excludes(OtherSideState state) {
        return state == OtherSideState.KILLED
            ? Optional.of("there is no process")
            : Optional.empty();
      }

      @Override
      public Optional<String> excludes(OtherSidePlace place) {
        return place == OtherSidePlace.ANOTHER_JVM
            ? Optional.of("fakes have one JVM")
            : Optional.empty();
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }
}
