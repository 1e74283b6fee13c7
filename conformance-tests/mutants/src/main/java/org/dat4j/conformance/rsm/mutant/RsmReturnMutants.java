package org.dat4j.conformance.rsm.mutant;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.ClauseKind;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.conformance.mutant.ReturnTable;
import org.dat4j.rsm.RsmReturn;

/**
 * Makes the RSM mutants for return codes from the catalogue: each clause that names return codes
 * gets mutants that answer otherwise. The resource {@code returns.tsv} adds what the words of the
 * clauses leave open.
 */
final class RsmReturnMutants {
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)+\\b|\\brsm_[a-z0-9_]+");
  private static final String PREFIX = "RSMERR_";
  private static final String CONNECT = "rsm_memseg_import_connect";

  /** Calls that a clause of another page speaks of by a word. */
  private static final Map<Pattern, List<String>> WORDS =
      Map.of(
          Pattern.compile("\\bconnect(s|ed to)?\\b"),
          List.of(CONNECT),
          Pattern.compile("\\b(get|gets)\\b"),
          family("get"),
          Pattern.compile("\\b(put|puts)\\b"),
          family("put"),
          Pattern.compile("\\bclose(_barrier)?\\b"),
          List.of("rsm_memseg_import_close_barrier"),
          Pattern.compile("\\bDisconnect|\\bdisconnect\\b"),
          List.of("rsm_memseg_import_disconnect"),
          Pattern.compile("\\bpublish(ing)?\\b"),
          List.of("rsm_memseg_export_publish"),
          Pattern.compile("\\bcreate\\b"),
          List.of("rsm_memseg_export_create"));

  private final Map<String, Integer> codes = new HashMap<>();
  private final ReturnTable table;
  private final Set<String> pages = RsmPages.all();

  RsmReturnMutants(ReturnTable table) {
    this.table = table;
    for (int code = 1; code <= RsmReturn.BAD_ARGS_ERRORS; code++) {
      codes.put(RsmReturn.name(code).replace(PREFIX, ""), code);
    }
  }

  private static List<String> family(String name) {
    List<String> all = new ArrayList<>();
    for (String width : List.of("", "8", "16", "32", "64")) {
      all.add("rsm_memseg_import_" + name + width);
    }
    return all;
  }

  void generate(Iterable<Clause> clauses, Consumer<MutantRow<RsmFault>> out) {
    for (Clause clause : clauses) {
      ReturnTable.Row row = table.of(clause.id());
      Set<Integer> refusals = refusals(clause, row);
      Set<String> calls = calls(clause, row, !refusals.isEmpty());
      if (calls.isEmpty()) {
        continue;
      }
      for (AnswerChange change : row.changes(rule(clause, refusals))) {
        out.accept(
            change.mutant(
                clause,
                calls,
                refusals.stream().map(RsmReturn::name).toList(),
                () -> new RsmReturnFault(change, refusals, call -> calls.contains(call.page()))));
      }
    }
  }

  private static List<AnswerChange> rule(Clause clause, Set<Integer> refusals) {
    if (!refusals.isEmpty()) {
      return List.of(AnswerChange.FORGET, AnswerChange.CODE);
    }
    return clause.kind() == ClauseKind.RETURN ? List.of(AnswerChange.REFUSE) : List.of();
  }

  private Set<Integer> refusals(Clause clause, ReturnTable.Row row) {
    Set<Integer> found = new TreeSet<>();
    row.codes().forEach(name -> found.add(codes.get(name.replace(PREFIX, ""))));
    Matcher matcher = NAME.matcher(clause.requirement());
    while (matcher.find()) {
      Integer code = codes.get(matcher.group().replace(PREFIX, ""));
      if (code != null) {
        found.add(code);
      }
    }
    return found;
  }

  private Set<String> calls(Clause clause, ReturnTable.Row row, boolean refuses) {
    Set<String> calls = row.expanded(pages);
    if (calls.isEmpty()) {
      calls.add(clause.page());
      Matcher matcher = NAME.matcher(clause.requirement());
      while (matcher.find()) {
        calls.add(matcher.group());
      }
      if (refuses) {
        calls.addAll(RsmPages.sharing(clause.page()));
        WORDS.forEach(
            (word, named) -> {
              if (word.matcher(clause.requirement()).find()) {
                calls.addAll(named);
              }
            });
      }
    }
    calls.retainAll(pages);
    return calls;
  }
}
