package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.dat.CompletionFlags;

/**
 * Makes the DAT mutants for access checks, completion flags and the placement of data, from {@code
 * access.tsv}, {@code flags.tsv} and {@code placement.tsv}.
 */
final class MemoryMutants {
  private static final int SOLICITED = CompletionFlags.SOLICITED_WAIT;
  private static final int SUPPRESS = CompletionFlags.SUPPRESS;

  private MemoryMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("operation", "side", "check", "clauses");
    for (TsvReader.Row row : TsvReader.resource(MemoryMutants.class, "access.tsv", columns)) {
      String operation = row.fields().get(0);
      String side = row.fields().get(1);
      String check = row.fields().get(2);
      out.accept(
          new MutantRow<>(
              "access." + operation.toLowerCase(Locale.ROOT) + "." + side + "." + check,
              List.of(row.fields().get(3).split(" ")),
              operation + " does not check its " + side + " memory for " + check,
              () -> new DatAccessFault(operation, side.equals("remote"), check)));
    }
    columns = List.of("operation", "flag", "clauses");
    for (TsvReader.Row row : TsvReader.resource(MemoryMutants.class, "flags.tsv", columns)) {
      PostCall.Op operation = PostCall.Op.valueOf(row.fields().get(0));
      String flag = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              "flag." + flag + "." + operation,
              List.of(row.fields().get(2).split(" ")),
              operation + " does not heed its flag: " + flag,
              () -> new FlagFault(operation, flag.equals("solicited") ? SOLICITED : SUPPRESS)));
    }
    columns = List.of("operation", "change", "clauses");
    for (TsvReader.Row row : TsvReader.resource(MemoryMutants.class, "placement.tsv", columns)) {
      PostCall.Op operation = PostCall.Op.valueOf(row.fields().get(0));
      String change = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              "memory." + change + "." + operation,
              List.of(row.fields().get(2).split(" ")),
              operation
                  + (change.equals("reversed")
                      ? ": segments in the wrong order"
                      : ": a wrong byte, " + change + " of the transfer"),
              () -> new DatPlacementFault(operation, change)));
    }
  }
}
