package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes RSM mutants with a broken access check, data placement, vector, signal, abort notice,
 * barrier, segment or registry rule, from one table per family. The resources are {@code
 * access.tsv}, {@code placement.tsv}, {@code vectors.tsv}, {@code signals.tsv}, {@code notices.tsv}
 * and {@code rules.tsv}.
 */
final class RuleMutants {
  private RuleMutants() {}

  static void generate(Consumer<MutantRow<RsmFault>> out) {
    read("access", List.of("method", "check"), " does not check: ", RsmAccessFault::new, out);
    read("placement", List.of("method", "change"), " moves data: ", RsmPlacementFault::new, out);
    read("vectors", List.of("method", "change"), " does its entries: ", VectorFault::new, out);
    read("signals", List.of("way", "change"), " signals go wrong: ", SignalFault::new, out);
    read("notices", List.of("method", "change"), " tells wrongly: ", AbortFault::new, out);
    read("rules", List.of("of", "rule"), " rule broken: ", RuleMutants::rule, out);
  }

  private static RsmFault rule(String of, String rule) {
    return switch (of) {
      case "barrier" -> new BarrierFault(rule);
      case "segment" -> new SegmentFault(rule);
      case "registry" -> new RegistryFault(rule);
      default -> throw new IllegalArgumentException("rules of '" + of + "'");
    };
  }

  private static void read(
      String family,
      List<String> columns,
      String words,
      BiFunction<String, String, RsmFault> fault,
      Consumer<MutantRow<RsmFault>> out) {
    List<String> header = List.of(columns.get(0), columns.get(1), "clauses", "needs");
    for (TsvReader.Row row : TsvReader.resource(RuleMutants.class, family + ".tsv", header)) {
      String who = row.fields().get(0);
      String what = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              family + "." + who + "." + what,
              List.of(row.fields().get(2).split(" ")),
              who + words + what,
              CapabilityGate.parse(row.fields().get(3)),
              () -> fault.apply(who, what)));
    }
  }
}
