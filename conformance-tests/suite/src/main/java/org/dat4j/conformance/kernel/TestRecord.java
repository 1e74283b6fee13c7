package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.Situation;

/**
 * Record of one execution of one test method: which clauses it checked, how often, and which checks
 * failed. Thread-safe.
 */
final class TestRecord {
  private static final int FREE_IDS = 5;

  /** Failed checks that end their test: a loop in which each round fails must not go on. */
  private static final int MAX_FAILURES = 100;

  /** Why a value of the surroundings is left out. */
  private static final String OTHER_SEEDS =
      "the seed chose other values, or the test was too short for it; --deep has more";

  private static final class ClauseRecord {
    private int checks;
    private boolean inTable;
    private boolean outsideTable;
    private String absent;
    private final List<RecordedFailure> failures = new ArrayList<>();
    private final Set<Situation> situations = new LinkedHashSet<>();
    private final Set<Situation> surroundings = new LinkedHashSet<>();
    private final Set<OtherSidePlace> places = EnumSet.noneOf(OtherSidePlace.class);
  }

  /** A failure, and whether it says no more than that a time limit has passed. */
  private record RecordedFailure(String text, boolean ofTimeLimit) {}

  private final String test;
  private final boolean refusal;
  private final boolean secondParty;
  private final Map<String, ClauseRecord> entries = new LinkedHashMap<>();
  private final ThreadLocal<Boolean> tableRow = ThreadLocal.withInitial(() -> false);
  private final List<Dimension<?>> dimensions = new ArrayList<>();
  private final Set<OtherSidePlace> places = EnumSet.noneOf(OtherSidePlace.class);
  private final Set<Dimension<?>> metSurroundings = new LinkedHashSet<>();
  private Situation allSurroundings;
  private Situation surrounding;
  private Situation situation;
  private boolean broughtAbout;
  private boolean wasSurrounded;
  private final long limit = System.nanoTime() + TimeFactor.nanos(KernelRun.TEST_LIMIT_MILLIS);
  private int failures;
  private boolean shortOfTime;
  private String lastExecuted;
  private boolean met;
  private boolean closed;

  TestRecord(TestIndex.Entry declared) {
    this.test = declared.name();
    this.refusal = !declared.refuses().isEmpty();
    this.secondParty = declared.secondParty();
    declared.ids().forEach(id -> entries.put(id, new ClauseRecord()));
  }

  /** Notes that the test meets the second party, which it has to declare. */
  synchronized void meet() {
    if (!secondParty) {
      throw new AssertionError(
          test + " meets the second party without @" + SecondParty.class.getSimpleName());
    }
    met = true;
  }

  /** Notes where the other side is that the checks from now on are made with. */
  synchronized void meet(Set<OtherSidePlace> there) {
    places.addAll(there);
  }

  String test() {
    return test;
  }

  boolean refusal() {
    return refusal;
  }

  Set<String> declared() {
    return entries.keySet();
  }

  private ClauseRecord entry(String id) {
    ClauseRecord entry = entries.get(id);
    if (entry == null) {
      throw new AssertionError(
          test + " checks " + id + " without declaring it; declared are " + entries.keySet());
    }
    return entry;
  }

  /** Fails early for an undeclared id, before any work is done for its check. */
  void requireDeclared(String id) {
    entry(id);
  }

  void enterRow() {
    tableRow.set(true);
  }

  void leaveRow() {
    tableRow.remove();
  }

  void executed(String id, String failure) {
    executed(id, failure, false);
  }

  /**
   * Records one executed check.
   *
   * @param failure why it failed; null if it did not
   * @param ofTimeLimit whether the failure says that a time limit has passed
   */
  synchronized void executed(String id, String failure, boolean ofTimeLimit) {
    ClauseRecord entry = entry(id);
    if (closed) {
      throw new IllegalStateException(test + " checks " + id + " after its end");
    }
    entry.checks++;
    lastExecuted = id;
    entry.places.addAll(places);
    if (surrounding != null) {
      entry.surroundings.add(surrounding);
    }
    if (situation != null && broughtAbout) {
      entry.situations.add(situation);
    }
    if (tableRow.get()) {
      entry.inTable = true;
    } else {
      entry.outsideTable = true;
    }
    if (failure != null) {
      entry.failures.add(new RecordedFailure(inSituation(failure), ofTimeLimit));
      failures++;
      endAtLimits();
    }
  }

  private void endAtLimits() {
    if (failures >= MAX_FAILURES) {
      throw new CheckFailure("the test ends here: " + failures + " of its checks have failed");
    }
    if (System.nanoTime() - limit > 0) {
      throw new CheckFailure("the test ends here: a check has failed after its time limit");
    }
  }

  private String inSituation(String failure) {
    String where = surrounding == null ? failure : failure + " (surroundings: " + surrounding + ")";
    return situation == null ? where : "with " + situation + ": " + where;
  }

  /**
   * Notes which surroundings the test may bring about in the round that begins.
   *
   * @param chosen a value for each of their dimensions
   */
  synchronized void surround(Situation chosen) {
    allSurroundings = chosen;
    metSurroundings.clear();
    wasSurrounded = false;
    surrounding = null;
  }

  /** Notes that the surroundings have the chosen value of a dimension: from now on checks count. */
  synchronized void surroundBy(Dimension<?> dimension) {
    wasSurrounded = true;
    if (metSurroundings.add(dimension)) {
      surrounding = allSurroundings.only(metSurroundings);
    }
  }

  /** Returns the dimensions whose values the surroundings have. */
  synchronized Set<Dimension<?>> surroundings() {
    return Set.copyOf(metSurroundings);
  }

  /**
   * Notes that a row of a table has ended. Checks of the next rows do not count with the sizes that
   * only this row brought about.
   *
   * @param before what the surroundings had when the row began
   */
  synchronized void leaveSizes(Set<Dimension<?>> before) {
    metSurroundings.removeIf(
        each -> each.kind().equals(Optional.of(DimensionKind.SIZE)) && !before.contains(each));
    surrounding = metSurroundings.isEmpty() ? null : allSurroundings.only(metSurroundings);
  }

  /** Notes that the chosen value of a dimension has ended: checks do not count with it. */
  synchronized void leaveSurroundings(Dimension<?> dimension) {
    if (metSurroundings.remove(dimension)) {
      surrounding = metSurroundings.isEmpty() ? null : allSurroundings.only(metSurroundings);
    }
  }

  /** Returns whether the round has brought any of its surroundings about. */
  synchronized boolean isSurrounded() {
    return wasSurrounded;
  }

  /** Adds dimensions that the test varies. */
  synchronized void vary(List<Dimension<?>> more) {
    dimensions.addAll(more);
  }

  /**
   * Notes in which situation checks are executed from now on.
   *
   * @param entered the situation
   * @param complete false if the other side is not yet in the state that the situation says
   */
  synchronized void enter(Situation entered, boolean complete) {
    situation = entered;
    broughtAbout = complete;
  }

  /** Notes whether the other side is in the state that the situation says. */
  synchronized void bringAbout(boolean done) {
    broughtAbout = done;
  }

  /**
   * Notes that checks are no longer executed in a situation.
   *
   * @param complete false if the time of the test was used up before
   */
  synchronized void leaveSituations(boolean complete) {
    situation = null;
    shortOfTime |= !complete;
  }

  synchronized boolean hasFailures() {
    return entries.values().stream().anyMatch(entry -> !entry.failures.isEmpty());
  }

  /** Tells whether a clause has no executed check yet. */
  synchronized boolean hasUnchecked() {
    return entries.values().stream().anyMatch(e -> e.checks == 0 && e.absent == null);
  }

  /** Tells where the other side was that checks of a clause were made with. */
  synchronized Set<OtherSidePlace> places(String id) {
    return Set.copyOf(entry(id).places);
  }

  /** Tells which values of the dimensions the checks of a clause met. */
  synchronized List<Coverage> coverage(String id) {
    ClauseRecord entry = entry(id);
    List<Coverage> all = new ArrayList<>();
    if (!entry.situations.isEmpty()) {
      String reason =
          hasFailures()
              ? "the test ended at its first failure"
              : shortOfTime
                  ? "the time of the test was used up; --deep has more"
                  : Coverage.NOT_MET;
      all.addAll(Coverage.of(dimensions, entry.situations, reason));
    }
    List<Dimension<?>> around =
        entry.surroundings.stream().flatMap(each -> each.dimensions().stream()).distinct().toList();
    all.addAll(Coverage.of(around, entry.surroundings, OTHER_SEEDS));
    return all;
  }

  synchronized void absent(String id, String reason) {
    entry(id).absent = reason;
    lastExecuted = id;
  }

  /** Compares declared with executed ids after the body of the test has ended normally. */
  synchronized void agree() {
    for (Map.Entry<String, ClauseRecord> each : entries.entrySet()) {
      ClauseRecord entry = each.getValue();
      if (entry.checks == 0 && entry.absent == null) {
        entry.failures.add(wrong("declared, but no check of it was executed"));
      }
      if (secondParty && !met && entry.absent == null) {
        entry.failures.add(
            wrong(
                "checked without a second party by a test with @"
                    + SecondParty.class.getSimpleName()));
      }
      if (entries.size() > FREE_IDS && entry.outsideTable) {
        entry.failures.add(
            wrong(
                "checked outside a table by a test that declares " + entries.size() + " clauses"));
      }
    }
  }

  private static RecordedFailure wrong(String text) {
    return new RecordedFailure(text, false);
  }

  /**
   * Attributes a failure of the body to the clauses not reached, or to the one checked last.
   *
   * @param ofTimeLimit whether it says that a time limit has passed
   */
  synchronized void brokeOff(String failure, boolean ofTimeLimit) {
    String full = inSituation(failure);
    if (!unreached(full, ofTimeLimit)) {
      entries.get(lastExecuted).failures.add(new RecordedFailure(full, ofTimeLimit));
    }
  }

  /** Attributes the end of the body by a check that is on record to the clauses not reached. */
  synchronized void unreached(String failure) {
    unreached(failure, hasOnlyTimeLimits());
  }

  private boolean unreached(String failure, boolean ofTimeLimit) {
    boolean any = false;
    for (ClauseRecord entry : entries.values()) {
      if (entry.checks == 0 && entry.absent == null && entry.failures.isEmpty()) {
        entry.failures.add(new RecordedFailure("not reached: " + failure, ofTimeLimit));
        any = true;
      }
    }
    return any;
  }

  /** Ends the recording and attributes a failure outside the body, which concerns all clauses. */
  synchronized void close(String unattributed) {
    closed = true;
    if (unattributed == null) {
      return;
    }
    if (!unreached(unattributed, false)) {
      entries.values().forEach(entry -> entry.failures.add(wrong(unattributed)));
    }
  }

  synchronized int checks(String id) {
    return entry(id).checks;
  }

  synchronized List<String> failures(String id) {
    return entry(id).failures.stream().map(RecordedFailure::text).toList();
  }

  /** Tells whether there are failures, and each says that a time limit has passed. */
  synchronized boolean hasOnlyTimeLimits() {
    return hasFailures()
        && entries.values().stream()
            .flatMap(entry -> entry.failures.stream())
            .allMatch(RecordedFailure::ofTimeLimit);
  }

  synchronized String absentReason(String id) {
    return entry(id).absent;
  }

  synchronized List<String> failedIds() {
    return entries.entrySet().stream()
        .filter(e -> !e.getValue().failures.isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns all recorded failures, one line each, or an empty text. */
  synchronized String failureText() {
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (id, entry) ->
            entry.failures.forEach(
                failure ->
                    text.append(text.isEmpty() ? "" : "\n")
                        .append(id)
                        .append(": ")
                        .append(failure.text())));
    return text.toString();
  }
}
