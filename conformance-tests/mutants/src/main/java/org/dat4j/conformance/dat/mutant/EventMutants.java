package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * The mutants of the events of DAT, from the resource {@code events.tsv}: one for each kind of
 * event and each change. A completion is known by the request that was posted.
 */
final class EventMutants {
  private EventMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("kind", "change", "clauses");
    for (Table.Row row : Table.resource(EventMutants.class, "events.tsv", columns)) {
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
                    default -> new EventFault(kind, change);
                  }));
    }
  }
}
