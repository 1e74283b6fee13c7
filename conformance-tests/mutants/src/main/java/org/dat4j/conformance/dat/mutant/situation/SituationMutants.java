package org.dat4j.conformance.dat.mutant.situation;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the DAT mutants whose fault shows in one situation of several transfers or registrations
 * only, from {@code situations.tsv}. They are fenced requests, LMRs over an LMR, frees, Sends
 * without a Receive, and Reads that are many or under way.
 */
public final class SituationMutants {
  private SituationMutants() {}

  /**
   * Makes the mutants, in the order of the table.
   *
   * @param out gets each
   */
  public static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("of", "change", "clauses", "words");
    for (TsvReader.Row row :
        TsvReader.resource(SituationMutants.class, "situations.tsv", columns)) {
      String of = row.fields().get(0);
      String change = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              of + "." + change,
              List.of(row.fields().get(2).split(" ")),
              row.fields().get(3),
              () -> fault(of, change)));
    }
  }

  private static DatFault fault(String of, String change) {
    String first = change.substring(0, change.indexOf('-') + 1).replace("-", "");
    String rest = change.substring(change.indexOf('-') + 1);
    return switch (of) {
      case "fence" -> new FenceFault(PostCall.Op.valueOf(first), rest.equals("last"));
      case "over" -> new LmrOverFault(change);
      case "free" -> new LmrFreeFault(change);
      case "stall" -> new StalledSendFault(change);
      case "reads" -> new ReadFault(first, rest);
      default -> throw new IllegalArgumentException("situations of '" + of + "'");
    };
  }
}
