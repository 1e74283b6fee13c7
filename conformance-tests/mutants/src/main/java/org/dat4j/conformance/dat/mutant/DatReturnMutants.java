package org.dat4j.conformance.dat.mutant;

import java.util.ArrayList;
import java.util.EnumSet;
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
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.conformance.mutant.ReturnTable;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;

/**
 * Makes the DAT mutants for return codes: each clause of the catalogue that names codes or statuses
 * gets mutants that answer otherwise. The resource {@code returns.tsv} adds what the words of the
 * clauses leave open.
 */
final class DatReturnMutants {
  private static final Pattern NAME = Pattern.compile("\\bDAT_[A-Z0-9_]+|\\bdat_[a-z_]+");

  /**
   * Remarks in a clause on the reference implementation, whose codes are not those of the clause.
   */
  private static final Pattern REFERENCE = Pattern.compile("\\(reference\\b[^)]*\\)");

  /** Words by which a clause leaves the provider the choice to accept. */
  private static final Pattern LENIENT =
      Pattern.compile(
          "or ignored|or bound with success|may be rejected|or succeeds|or returns DAT_SUCCESS"
              + "|or DAT_SUCCESS|may be refused|is accepted with|other than DAT_INVALID_HANDLE"
              + "|when the provider detects");

  private static final Set<DtoStatus> PROTECTION = EnumSet.of(DtoStatus.ERR_LOCAL_PROTECTION);
  private static final Set<DtoStatus> FAILURES =
      EnumSet.complementOf(EnumSet.of(DtoStatus.SUCCESS, DtoStatus.ERR_FLUSHED));

  private final Map<String, Integer> types = new HashMap<>();
  private final Map<String, DtoStatus> statuses = new HashMap<>();
  private final ReturnTable table;
  private final Set<String> pages = DatPages.all();

  DatReturnMutants(ReturnTable table) {
    this.table = table;
    for (int type = DatReturn.ABORT; type <= DatReturn.CONN_QUAL_UNAVAILABLE; type += 0x10000) {
      types.put(DatReturn.name(type), type);
    }
    for (DtoStatus status : DtoStatus.values()) {
      if (status != DtoStatus.SUCCESS) {
        statuses.put("DAT_DTO_" + status.name(), status);
        statuses.put("DAT_" + status.name(), status);
      }
    }
  }

  void generate(Iterable<Clause> clauses, Consumer<MutantRow<DatFault>> out) {
    for (Clause clause : clauses) {
      ReturnTable.Row row = table.of(clause.id());
      DatReturnFault.Answers answers = answers(clause, row);
      for (AnswerChange mode : row.changes(rule(clause, answers))) {
        out.accept(
            mode.mutant(
                clause, answers.pages(), names(answers), () -> new DatReturnFault(mode, answers)));
      }
    }
  }

  private DatReturnFault.Answers answers(Clause clause, ReturnTable.Row row) {
    List<String> names = new ArrayList<>(row.codes());
    Set<String> calls = new TreeSet<>();
    calls.add(clause.page());
    Matcher matcher = NAME.matcher(REFERENCE.matcher(clause.requirement()).replaceAll(""));
    while (matcher.find()) {
      names.add(matcher.group());
      calls.add(matcher.group());
    }
    calls.addAll(row.expanded(pages));
    calls.retainAll(pages);
    Set<Integer> refusals = new TreeSet<>();
    Set<DtoStatus> failures = EnumSet.noneOf(DtoStatus.class);
    for (String name : names) {
      if (types.containsKey(name)) {
        refusals.add(types.get(name));
      }
      if (statuses.containsKey(name)) {
        failures.add(statuses.get(name));
      }
    }
    if (clause.requirement().contains("protection status")) {
      failures.addAll(PROTECTION);
    }
    if (clause.requirement().contains("error status")) {
      failures.addAll(FAILURES);
    }
    return new DatReturnFault.Answers(calls, refusals, failures);
  }

  private static List<AnswerChange> rule(Clause clause, DatReturnFault.Answers answers) {
    if (answers.pages().isEmpty()) {
      return List.of();
    }
    if (answers.types().isEmpty() && answers.statuses().isEmpty()) {
      return clause.kind() == ClauseKind.RETURN ? List.of(AnswerChange.REFUSE) : List.of();
    }
    boolean lenient = clause.strict().isEmpty() && LENIENT.matcher(clause.requirement()).find();
    return lenient ? List.of(AnswerChange.CODE) : List.of(AnswerChange.FORGET, AnswerChange.CODE);
  }

  private static List<String> names(DatReturnFault.Answers answers) {
    List<String> names = new ArrayList<>();
    answers.types().forEach(type -> names.add(DatReturn.name(type)));
    answers.statuses().forEach(status -> names.add("DAT_DTO_" + status.name()));
    return names;
  }
}
