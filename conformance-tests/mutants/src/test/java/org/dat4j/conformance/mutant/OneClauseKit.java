package org.dat4j.conformance.mutant;

import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.kernel.ClauseTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.LeakProbe;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

/** A contract of one clause that always holds, with one mutant that changes nothing. */
final class OneClauseKit implements ContractKit {
  /** The test of the clause. */
  static class HoldingClause extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void holds() {
      clause("fake_a.01").that(true, "always");
    }
  }

  private final Mutant mutant;
  private int opened;

  OneClauseKit(Mutant mutant) {
    this.mutant = mutant;
  }

  /** How often a run has opened it. */
  int opened() {
    return opened;
  }

  @Override
  public String contract() {
    return "fake";
  }

  @Override
  public Catalogue catalogue() {
    String clause = "fake_a.01|fake_a|attr|The only one.|all||||1\n".replace('|', '\t');
    return Catalogue.read(
        new StringReader(String.join("\t", Catalogue.COLUMNS) + "\n" + clause), "fake.tsv");
  }

  @Override
  public TestIndex index() {
    return TestIndex.of(List.of(HoldingClause.class));
  }

  @Override
  public Set<String> mutants() {
    return Set.of(mutant.id());
  }

  @Override
  public Optional<Mutant> mutant(String id) {
    return Optional.of(mutant).filter(known -> known.id().equals(id));
  }

  @Override
  public Environment open(Target target) {
    opened++;
    return new Environment() {
      @Override
      public String provider() {
        return "fake 1.0";
      }

      @Override
      public Capabilities capabilities() {
        return Capabilities.of(Map.of());
      }

      @Override
      public List<LeakProbe> leakProbes() {
        return List.of();
      }

      @Override
      public void close() {
        // Holds nothing.
      }
    };
  }
}
