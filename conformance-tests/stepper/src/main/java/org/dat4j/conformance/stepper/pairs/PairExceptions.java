package org.dat4j.conformance.stepper.pairs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.dat4j.conformance.catalogue.TsvReader;

/**
 * The table of answers that a manual page allows a call of a stepper's pair only because the other
 * call runs at the same time. Neither order of the two calls explains them. A call with such an
 * answer has no effect in the model. Immutable.
 */
public final class PairExceptions {
  private record Row(String call, String other, int code, String value) {}

  private final Set<Row> rows = new HashSet<>();

  /**
   * Reads {@code exceptions.tsv} beside a class; each row has the sentence of the page. An answer
   * is the name of a code, or that name, a blank, and the only value allowed with it.
   *
   * @param owner the class
   * @param codes gives the code of a name
   */
  public PairExceptions(Class<?> owner, ToIntFunction<String> codes) {
    List<String> columns = List.of("call", "other", "answer", "clause", "sentence");
    for (TsvReader.Row row : TsvReader.resource(owner, "exceptions.tsv", columns)) {
      List<String> field = row.fields();
      String[] answer = field.get(2).split(" ", 2);
      int code = codes.applyAsInt(answer[0]);
      String value = answer.length == 1 ? null : answer[1];
      for (String call : field.get(0).split("\\|")) {
        for (String other : field.get(1).split("\\|")) {
          rows.add(new Row(call, other, code, value));
        }
      }
    }
  }

  boolean allow(String call, String other, Answer answer) {
    return rows.contains(new Row(call, other, answer.code(), null))
        || rows.contains(new Row(call, other, answer.code(), String.valueOf(answer.value())));
  }
}
