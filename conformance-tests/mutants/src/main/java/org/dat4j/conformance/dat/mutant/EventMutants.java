package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the DAT mutants for events from {@code events.tsv}: one for each kind of event and each way
 * to falsify it. A completion is known by the request that was posted.
 */
final class EventMutants {
  private EventMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("kind", "change", "clauses");
    for (TsvReader.Row row : TsvReader.resource(EventMutants.class, "events.tsv", columns)) {
      String kind = row.fields().get(0);
      String change = row.fields().get(1);
      String name = change.indexOf(':') < 0 ? change : "kind";
      out.accept(
          new MutantRow<>(
              "event." + name + "." + kind,
              List.of(row.fields().get(2).split(" ")),
              "events of kind " + kind + ": " + change.replace(':', ' '),
              () ->
                  switch (kind) {
                    case "NOTIFICATION" -> new CnoFault(false, change);
                    case "AGENT" -> new CnoFault(true, change);
                    case "FAILED_REQUEST" -> new WakeFault(false);
                    case "FAILED_RECV" -> new WakeFault(true);
                    default -> new EventFault(kind, change);
                  }));
    }
  }
}
