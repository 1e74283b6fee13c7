package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;

/**
 * Complete result of one run of the suite: its options, the outcome of each clause and test, and
 * what was wrong with the run itself. Immutable.
 *
 * @param ia name of the interface adapter
 * @param peer name of the second party's adapter
 * @param provider name and version of its provider
 * @param contract {@code dat} or {@code rsm}
 * @param seed the seed of order and data
 * @param profile {@code strict} or {@code normal}
 * @param mutant id of the mutant or honest variant in front of the provider, or null for none
 * @param deep whether many more situations were tried than usual
 * @param selection the clause pattern of the run
 * @param clauses outcome per selected clause, in catalogue order
 * @param tests outcome per selected test, in order of execution
 * @param problems what is wrong with the run as a whole, for instance that nothing was executed
 * @param cancelled whether the run was ended early
 * @param conditions placement, date, versions, capabilities and deviations
 */
public record SuiteResult(
    String ia,
    String peer,
    String provider,
    String contract,
    long seed,
    String profile,
    String mutant,
    boolean deep,
    String selection,
    List<ClauseResult> clauses,
    List<TestResult> tests,
    List<String> problems,
    boolean cancelled,
    RunConditions conditions) {

  /** Version of the JSON form; raised when a field changes its meaning or a new one is needed. */
  public static final int VERSION = 2;

  /** The member of {@link #variedCounts()} that has the clauses with an executed check. */
  private static final String CHECKED = "clauses";

  /**
   * Counts the clauses by outcome.
   *
   * @return {@code clauses}, {@code testable}, then one entry per status that a report lists, in
   *     this order: passed, failed, refused, vacuous, deviation, notrun, untested, untestable
   */
  public Map<String, Integer> counts() {
    Map<Status, Integer> perStatus = new EnumMap<>(Status.class);
    for (ClauseResult clause : clauses) {
      perStatus.merge(clause.status(), 1, Integer::sum);
    }
    int beyondTests =
        perStatus.getOrDefault(Status.VACUOUS, 0) + perStatus.getOrDefault(Status.UNTESTABLE, 0);
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("clauses", clauses.size());
    counts.put("testable", clauses.size() - beyondTests);
    for (Status status : Status.values()) {
      counts.put(status.label(), perStatus.getOrDefault(status, 0));
    }
    return counts;
  }

  /**
   * Counts the clauses that this run has varied, by kind of dimension.
   *
   * @return {@code clauses}, all of which a check was executed, then one entry per kind
   */
  public Map<String, Integer> variedCounts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put(CHECKED, (int) clauses.stream().filter(c -> c.checks() > 0).count());
    for (DimensionKind kind : DimensionKind.values()) {
      counts.put(
          kind.label(), (int) clauses.stream().filter(c -> c.variedKinds().contains(kind)).count());
    }
    return counts;
  }

  /**
   * Counts the tests of one outcome.
   *
   * @param outcome which
   * @return how many tests ended so
   */
  public long tests(TestResult.Outcome outcome) {
    return tests.stream().filter(t -> t.outcome() == outcome).count();
  }

  /**
   * Lists the tests that were run again.
   *
   * @return those with more than one attempt
   */
  public List<TestResult> repeated() {
    return tests.stream().filter(test -> !test.attempts().isEmpty()).toList();
  }

  /**
   * Tells whether the run counts as a success.
   *
   * @return true when no clause failed, no test failed and the run as a whole is sound
   */
  public boolean successful() {
    return problems.isEmpty()
        && tests(TestResult.Outcome.FAILED) == 0
        && clauses.stream().noneMatch(c -> c.status() == Status.FAILED);
  }

  /**
   * Tells people what was found: the clauses that failed with their reasons and how to repeat them,
   * also those outside of the selection that its tests check, problems, counts, and the closing
   * line.
   *
   * @return lines, in this order
   */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (ClauseResult clause : clauses) {
      if (clause.status() == Status.FAILED) {
        lines.add("failed " + clause.id() + ": " + clause.requirement());
        lines.add("    " + clause.reason().replace("\n", "\n    "));
        lines.add("    repeat: " + reproduce(clause.id()));
      }
    }
    Map<String, List<TestResult>> outside = failedOutside();
    outside.forEach((id, found) -> addOutside(lines, id, found));
    for (TestResult test : repeated()) {
      lines.add("repeated " + test.name() + ": " + test.outcome().label());
      lines.add("    " + test.fullMessage().replace("\n", "\n    "));
    }
    problems.forEach(problem -> lines.add("problem: " + problem));
    String counts =
        counts().entrySet().stream()
            .map(count -> count.getKey() + " " + count.getValue())
            .collect(Collectors.joining(", "));
    String others = outside.isEmpty() ? "" : "; outside of the selection: failed " + outside.size();
    lines.add((cancelled ? "cancelled; " : "") + "clauses: " + counts + others);
    coverageLine().ifPresent(lines::add);
    lines.add(closingLine());
    return lines;
  }

  /** Finds the failed clauses that were not selected, with the tests that found them. */
  private Map<String, List<TestResult>> failedOutside() {
    Set<String> known = new HashSet<>();
    clauses.forEach(clause -> known.add(clause.id()));
    conditions.deviations().forEach(deviation -> known.add(deviation.clause()));
    Map<String, List<TestResult>> found = new TreeMap<>();
    for (TestResult test : tests) {
      if (test.outcome() == TestResult.Outcome.FAILED) {
        for (String id : test.failed()) {
          if (!known.contains(id)) {
            found.computeIfAbsent(id, key -> new ArrayList<>()).add(test);
          }
        }
      }
    }
    return found;
  }

  private void addOutside(List<String> lines, String id, List<TestResult> found) {
    String names = found.stream().map(TestResult::name).collect(Collectors.joining(", "));
    lines.add("failed " + id + " (outside of the selection): in " + names);
    for (TestResult test : found) {
      lines.add("    " + test.message(id).replace("\n", "\n    "));
    }
    lines.add("    repeat: " + reproduce(id));
  }

  /** Sums up how many values of dimensions the checks met. */
  private Optional<String> coverageLine() {
    List<Coverage> all = clauses.stream().flatMap(c -> c.coverage().stream()).toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Integer> counts = variedCounts();
    int checked = counts.remove(CHECKED);
    return Optional.of(
        "dimensions: "
            + clauses.stream().filter(c -> !c.coverage().isEmpty()).count()
            + " clauses, values covered "
            + all.stream().mapToInt(each -> each.covered().size()).sum()
            + ", left out "
            + all.stream().mapToInt(each -> each.leftOut().size()).sum()
            + "; clauses varied in "
            + counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "))
            + " of "
            + checked);
  }

  /**
   * Sums up the tests. Problems of the run count as failures; tests that failed only in known
   * deviations count as skipped.
   *
   * @return the text {@code N passed, N failed, N skipped}; for a cancelled run {@code , N not run}
   *     is appended
   */
  public String closingLine() {
    long failed = tests(TestResult.Outcome.FAILED) + problems.size();
    if (failed == 0 && !successful()) {
      failed = clauses.stream().filter(c -> c.status() == Status.FAILED).count();
    }
    return tests(TestResult.Outcome.PASSED)
        + " passed, "
        + failed
        + " failed, "
        + (tests(TestResult.Outcome.SKIPPED) + tests(TestResult.Outcome.DEVIATION))
        + " skipped"
        + (cancelled ? ", " + tests(TestResult.Outcome.NOT_RUN) + " not run" : "");
  }

  /**
   * Gives the command that repeats a part of the run.
   *
   * @param clausePattern the clauses to run
   * @return a command line for the project's launcher
   */
  public String reproduce(String clausePattern) {
    return RepeatCommand.command("conform")
        + " "
        + ia
        + " --contract "
        + contract
        + " --clauses '"
        + clausePattern
        + "' --seed "
        + seed
        + (profile.equals("strict") ? " --strict" : "")
        + (conditions.placement().equals("two-jvms") ? " --two-jvms" : "")
        + RepeatCommand.before(mutant)
        + (deep ? " --deep" : "")
        + (peer.equals(ia) ? "" : " --peer " + peer);
  }
}
