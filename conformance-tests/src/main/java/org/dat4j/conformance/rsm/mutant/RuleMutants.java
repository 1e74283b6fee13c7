package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Needs;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Mutants of the access checks, the placement of data, the signals and the other rules, from the
 * resources {@code access.tsv}, {@code placement.tsv}, {@code vectors.tsv}, {@code signals.tsv} and
 * {@code rules.tsv}.
 */
final class RuleMutants {
  private RuleMutants() {}

  static void generate(Consumer<MutantRow<Fault>> out) {
    read("access", List.of("method", "check"), " does not check: ", AccessFault::new, out);
    read("placement", List.of("method", "change"), " moves data: ", PlacementFault::new, out);
    read("vectors", List.of("method", "change"), " does its entries: ", VectorFault::new, out);
    read("signals", List.of("way", "change"), " signals go wrong: ", SignalFault::new, out);
    read("rules", List.of("of", "rule"), " rule broken: ", RuleMutants::rule, out);
  }

  private static Fault rule(String of, String rule) {
    return switch (of) {
      case "barrier" -> new BarrierRules(rule);
      case "segment" -> new SegmentRules(rule);
      case "registry" -> new RegistryRules(rule);
      default -> throw new IllegalArgumentException("rules of '" + of + "'");
    };
  }

  private static void read(
      String family,
      List<String> columns,
      String words,
      BiFunction<String, String, Fault> fault,
      Consumer<MutantRow<Fault>> out) {
    List<String> header = List.of(columns.get(0), columns.get(1), "clauses", "needs");
    for (Table.Row row : Table.resource(RuleMutants.class, family + ".tsv", header)) {
      String who = row.fields().get(0);
      String what = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              family + "." + who + "." + what,
              List.of(row.fields().get(2).split(" ")),
              who + words + what,
              Needs.parse(row.fields().get(3)),
              () -> fault.apply(who, what)));
    }
  }
}
