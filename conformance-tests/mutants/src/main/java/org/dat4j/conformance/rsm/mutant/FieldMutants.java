package org.dat4j.conformance.rsm.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.mutant.ChangedRecord;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.RsmConstants;

/** Makes the RSM mutants whose queries return one wrong value, from {@code fields.tsv}. */
final class FieldMutants {
  private static final int OTHER_BIT = 0x10;

  private FieldMutants() {}

  static void generate(Consumer<MutantRow<RsmFault>> out) {
    List<String> columns = List.of("page", "field", "change", "clauses");
    for (TsvReader.Row row : TsvReader.resource(FieldMutants.class, "fields.tsv", columns)) {
      String page = row.fields().get(0);
      String field = row.fields().get(1);
      String change = row.fields().get(2);
      out.accept(
          new MutantRow<>(
              "field." + page + "." + field + "." + change,
              List.of(row.fields().get(3).split(" ")),
              page + " tells " + field + " wrongly: " + change,
              () -> fault(page, field, change)));
    }
  }

  private static RsmFault fault(String page, String field, String change) {
    AtomicInteger asked = new AtomicInteger();
    return call -> {
      Object answer = call.proceed();
      if (!call.page().equals(page)) {
        return answer;
      }
      return field.equals("controllers")
          ? connected((InterconnectTopology) answer, change)
          : ChangedRecord.with(
              (Record) answer,
              field,
              (type, value) -> changed(value, change, asked.incrementAndGet()));
    };
  }

  private static Object changed(Object value, String change, int time) {
    long number = ((Number) value).longValue();
    long other =
        switch (change) {
          case "unstable" -> number + time;
          case "negative" -> -1;
          case "bit" -> number | OTHER_BIT;
          case "one-more" -> number + 1;
          default -> throw new IllegalArgumentException("change '" + change + "'");
        };
    if (value instanceof Integer) {
      return (int) other;
    }
    return other;
  }

  /** A topology with one record more, which has a fault. */
  private static InterconnectTopology connected(InterconnectTopology told, String change) {
    String tooLong = "x".repeat(RsmConstants.MAX_NAME);
    String known = told.controllers().isEmpty() ? "" : told.controllers().get(0).controllerName();
    Connections more =
        switch (change) {
          case "nameless" -> new Connections("", 1, List.of());
          case "long-name" -> new Connections(tooLong, 1, List.of());
          case "remote-name" -> remote(known, new RemoteController(9, tooLong, 9, 1));
          case "state" -> remote(known, new RemoteController(9, "x0", 9, 5));
          case "unknown-name" -> new Connections("nosuch9", 1, List.of());
          case "loopback" -> new Connections("loopback", 1, List.of());
          default -> throw new IllegalArgumentException("change '" + change + "'");
        };
    List<Connections> all = new ArrayList<>(told.controllers());
    all.add(more);
    return new InterconnectTopology(told.localNodeId(), all);
  }

  private static Connections remote(String name, RemoteController remote) {
    return new Connections(name, 1, List.of(remote));
  }
}
