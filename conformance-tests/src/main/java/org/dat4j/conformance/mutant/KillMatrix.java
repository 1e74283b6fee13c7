package org.dat4j.conformance.mutant;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.report.Reports;

/**
 * What became of the mutants of a campaign.
 *
 * @param mutants those that were chosen
 * @param verdicts those that were judged
 */
public record KillMatrix(List<Mutant> mutants, List<Verdict> verdicts) {
  /** Least share of mutants that the suite has to find, in percent. */
  public static final double LEAST_PERCENT = 98;

  /**
   * Lists the verdicts of one strength.
   *
   * @param strength which
   * @return the verdicts
   */
  public List<Verdict> of(Verdict.Strength strength) {
    return verdicts.stream().filter(verdict -> verdict.strength() == strength).toList();
  }

  /**
   * Tells which share of the judged mutants was found.
   *
   * @return percent, 0 if none was judged
   */
  public double percent() {
    int survivors = of(Verdict.Strength.SURVIVOR).size();
    return verdicts.isEmpty() ? 0 : 100.0 * (verdicts.size() - survivors) / verdicts.size();
  }

  private Map<String, Mutant> byId() {
    return mutants.stream().collect(Collectors.toMap(Mutant::id, Function.identity()));
  }

  /**
   * Lists the survivors without an excuse.
   *
   * @return their ids
   */
  public List<String> unexplained() {
    Map<String, Mutant> byId = byId();
    return of(Verdict.Strength.SURVIVOR).stream()
        .map(Verdict::id)
        .filter(id -> byId.get(id).excuse().isEmpty())
        .toList();
  }

  /**
   * Lists the mutants that have an excuse and were found all the same.
   *
   * @return their ids: their excuse has to go
   */
  public List<String> foundDespiteExcuse() {
    Map<String, Mutant> byId = byId();
    return verdicts.stream()
        .filter(verdict -> verdict.strength() != Verdict.Strength.SURVIVOR)
        .map(Verdict::id)
        .filter(id -> !byId.get(id).excuse().isEmpty())
        .toList();
  }

  /**
   * Gives the JSON form.
   *
   * @return JSON text with the members {@code mutants} and {@code survivors}
   */
  public String json() {
    List<Object> rows = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", verdict.id());
      row.put("clauses", verdict.clauses());
      row.put("killedBy", verdict.killedBy());
      row.put("strength", verdict.strength().label());
      rows.add(row);
    }
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("mutants", rows);
    root.put("survivors", of(Verdict.Strength.SURVIVOR).stream().map(Verdict::id).toList());
    return Reports.json(root);
  }

  /**
   * Writes {@code kill-matrix.json} and {@code kill-matrix.html}.
   *
   * @param directory target; created if needed
   * @throws IOException if a file cannot be written
   */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("kill-matrix.json"), json(), StandardCharsets.UTF_8);
    Files.writeString(
        directory.resolve("kill-matrix.html"), MatrixPage.of(this), StandardCharsets.UTF_8);
  }
}
