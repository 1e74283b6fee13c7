package org.dat4j.conformance.mutant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.conformance.report.BundleContent;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.report.HtmlPage;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.spi.Mutant;

/**
 * The verdicts of a run on mutants (providers with one known fault): which of them the suite found,
 * and by which clauses.
 *
 * @param mutants those that were chosen
 * @param verdicts those that were judged
 */
public record KillMatrix(List<Mutant> mutants, List<MutantVerdict> verdicts) {
  /** Name of the file that {@link #write} makes for programs. */
  public static final String JSON_FILE = "kill-matrix.json";

  /** Least share of mutants that the suite has to find, in percent. */
  public static final double MIN_PERCENT = 98;

  /**
   * Lists the verdicts of one strength.
   *
   * @param strength which
   * @return the verdicts
   */
  public List<MutantVerdict> of(MutantVerdict.Strength strength) {
    return verdicts.stream().filter(verdict -> verdict.strength() == strength).toList();
  }

  /**
   * Computes the share of the judged mutants that was found.
   *
   * @return percent, 0 if none was judged
   */
  public double percent() {
    long found = verdicts.stream().filter(verdict -> verdict.strength().isFound()).count();
    return verdicts.isEmpty() ? 0 : 100.0 * found / verdicts.size();
  }

  private Map<String, Mutant> byId() {
    return mutants.stream().collect(Collectors.toMap(Mutant::id, Function.identity()));
  }

  /**
   * Lists the mutants without an excuse that were not found.
   *
   * @return their ids
   */
  public List<String> unexplained() {
    Map<String, Mutant> byId = byId();
    return verdicts.stream()
        .filter(verdict -> !verdict.strength().isFound())
        .map(MutantVerdict::id)
        .filter(id -> byId.get(id).excuse().isEmpty())
        .toList();
  }

  /**
   * Lists the mutants that have an excuse and were found all the same.
   *
   * @return their ids: the excuse is wrong, or does not hold for this backend
   */
  public List<String> foundDespiteExcuse() {
    Map<String, Mutant> byId = byId();
    return verdicts.stream()
        .filter(verdict -> verdict.strength().isFound())
        .map(MutantVerdict::id)
        .filter(id -> !byId.get(id).excuse().isEmpty())
        .toList();
  }

  /**
   * Gives the members of the JSON form.
   *
   * @return {@code mutants} and {@code survivors}
   */
  public Map<String, Object> members() {
    List<Object> rows = new ArrayList<>();
    Map<String, Mutant> byId = byId();
    for (MutantVerdict verdict : verdicts) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("id", verdict.id());
      row.put("clauses", verdict.clauses());
      row.put("killedBy", verdict.killedBy());
      row.put("strength", verdict.strength().label());
      row.put("change", byId.get(verdict.id()).change());
      row.put("excuse", byId.get(verdict.id()).excuse());
      rows.add(row);
    }
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("mutants", rows);
    root.put(
        "survivors", of(MutantVerdict.Strength.SURVIVOR).stream().map(MutantVerdict::id).toList());
    return root;
  }

  /**
   * Reads the JSON form. A mutant then needs no capability, as the form does not tell it.
   *
   * @param members the {@link #members} of a matrix
   * @return the matrix of the mutants that were judged
   * @throws BundleException if a member is missing or of another type
   */
  public static KillMatrix read(Map<String, Object> members) {
    List<Mutant> mutants = new ArrayList<>();
    List<MutantVerdict> verdicts = new ArrayList<>();
    for (Map<String, Object> row : BundleContent.objects(members, "mutants")) {
      String id = BundleContent.text(row, "id");
      List<String> clauses = BundleContent.texts(row, "clauses");
      String change = BundleContent.text(row, "change");
      String excuse = BundleContent.text(row, "excuse");
      mutants.add(new Mutant(id, clauses, change, CapabilityGate.NOTHING, excuse));
      verdicts.add(
          new MutantVerdict(
              id,
              clauses,
              BundleContent.texts(row, "killedBy"),
              MutantVerdict.Strength.of(BundleContent.text(row, "strength"))));
    }
    return new KillMatrix(List.copyOf(mutants), List.copyOf(verdicts));
  }

  /**
   * Adds the matrix to a page: counts, families, and a row for each mutant, the survivors first.
   *
   * @param page gets the tables
   */
  public void show(HtmlPage page) {
    MatrixPage.show(page, this);
  }

  /**
   * Gives the JSON form.
   *
   * @return JSON text with the {@link #members}
   */
  public String json() {
    return Reports.json(members());
  }

  /**
   * Writes {@code kill-matrix.json} and {@code kill-matrix.html}.
   *
   * @param directory target; created if needed
   * @throws org.dat4j.conformance.report.FileNotWrittenException if a file cannot be written
   */
  public void write(Path directory) {
    HtmlPage page = new HtmlPage("Mutants");
    show(page);
    AtomicFileWriter.write(directory.resolve(JSON_FILE), json());
    AtomicFileWriter.write(directory.resolve("kill-matrix.html"), page.document());
  }
}
