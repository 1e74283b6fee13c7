package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.report.TestResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelRunTest {
  private static final Target NORMAL =
      new Target("fake0", "fake0", Profile.NORMAL, Placement.ONE_JVM, null);
  private static final Target DEEP =
      new Target("fake0", "fake0", Profile.NORMAL, Placement.ONE_JVM, null, true);
  private static final Target STRICT =
      new Target("fake0", "fake0", Profile.STRICT, Placement.ONE_JVM, null);

  private static final Target MIXED =
      new Target("fake0", "fake1", Profile.NORMAL, Placement.ONE_JVM, null);

  /** No test of these is without an end. */
  private static final long NEVER = Long.MAX_VALUE;

  private static final String STATE = "state of the other side";
  private static final String CLOSED = "gone, its adapter was closed";

  private static KernelRun prepare(
      FakeKit kit, String clauses, Target target, String deviations, long seed) {
    String text = String.join("\t", Deviations.COLUMNS) + "\n" + deviations.replace('|', '\t');
    return new KernelRun(
        kit,
        clauses,
        target,
        kit.open(target),
        Deviations.read(new StringReader(text), "known.tsv", kit.catalogue()),
        seed);
  }

  private static SuiteResult run(Class<?>... samples) {
    return run(new FakeKit(samples), "*", "");
  }

  private static SuiteResult run(FakeKit kit, String clauses, String deviations) {
    return prepare(kit, clauses, NORMAL, deviations, 7)
        .run(ProgressListener.SILENT, start -> 0, NEVER);
  }

  /** Each test of a deep run has two rounds, however long the first one took. */
  private static SuiteResult runDeep(Class<?> samples) {
    return prepare(new FakeKit(samples), "*", DEEP, "", 7)
        .run(ProgressListener.SILENT, start -> 0, NEVER);
  }

  private static Coverage coverage(SuiteResult result, String id) {
    List<Coverage> all = clause(result, id).coverage();
    assertEquals(1, all.size(), all::toString);
    return all.get(0);
  }

  private static ClauseResult clause(SuiteResult result, String id) {
    return result.clauses().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  private static void assertFailed(SuiteResult result, String id, String reason) {
    ClauseResult clause = clause(result, id);
    assertEquals(Status.FAILED, clause.status());
    assertTrue(clause.reason().contains(reason), clause.reason());
    assertFalse(result.successful());
  }

  @Test
  void testWithoutEndFailsAndEndsTheRun() {
    FakeKit kit = new FakeKit(Samples.Endless.class, Samples.Passing.class);
    KernelRun run = prepare(kit, "*", NORMAL, "", 7);
    try {
      SuiteResult result = run.run(ProgressListener.SILENT, start -> 0, 1_000_000_000);
      assertTrue(run.isHung());
      assertFailed(result, "fake_a.03", "Samples$Endless.loopsWithinACall");
      assertTrue(result.cancelled());
      assertTrue(result.problems().toString().contains("Endless"), result.problems()::toString);
    } finally {
      Samples.END.countDown();
    }
  }

  @Test
  void boundAndExecutedChecksPass() {
    SuiteResult result = run(Samples.Passing.class);
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
    assertEquals(2, clause(result, "fake_a.02").checks());
    assertEquals(List.of("Samples$Passing.bothHold"), clause(result, "fake_a.01").tests());
    assertTrue(result.successful(), () -> result.problems().toString());
    assertEquals("1 passed, 0 failed, 0 skipped", result.closingLine());
  }

  @Test
  void coverageHasWhatChecksOfTheClauseMet() {
    Samples.Varied.ENDED.clear();
    SuiteResult result = run(Samples.Varied.class);
    Map<String, String> none = Map.of();
    assertEquals(
        List.of(
            new Coverage(Optional.of(DimensionKind.SIZE), "size", List.of("0", "1", "64"), none),
            new Coverage(
                Optional.of(DimensionKind.OCCURRENCE),
                "occurrence",
                List.of("first", "second"),
                none)),
        clause(result, "fake_a.01").coverage());
    Coverage sizes = clause(result, "fake_a.02").coverage().get(0);
    assertEquals(List.of("1", "64"), sizes.covered());
    assertEquals(Map.of("0", "no check of this clause was executed with it"), sizes.leftOut());
    assertEquals(6, Samples.Varied.ENDED.size());
    assertTrue(
        result
            .lines()
            .contains(
                "dimensions: 2 clauses, values covered 9, left out 1; clauses varied in size 2,"
                    + " occurrence 2, number 0, attributes 0, moment 0, other side 0 of 2"),
        () -> result.lines().toString());
  }

  @Test
  void bodyRunsInEachStateOfTheOtherSideThatIsPossible() {
    Samples.OtherSideStates.MET.clear();
    SuiteResult result = run(Samples.OtherSideStates.class);
    assertEquals(
        List.of(
            "idle",
            "end of idle",
            "busy, ended 2",
            "end of busy",
            "gone, its adapter was closed, ended 4",
            "end of gone, its adapter was closed"),
        Samples.OtherSideStates.MET);
    List<Coverage> early = clause(result, "fake_a.01").coverage();
    List<Coverage> late = clause(result, "fake_a.02").coverage();
    String notMet = "no check of this clause was executed with it";
    Map<String, String> killed =
        Map.of("gone, its process was killed", "there is no process", CLOSED, notMet);
    assertEquals(
        new Coverage(Optional.of(DimensionKind.OTHER_SIDE), STATE, List.of("idle", "busy"), killed),
        late.get(0));
    assertEquals(List.of("idle"), early.get(0).covered(), "not busy before that was brought about");
    assertEquals("there is no process", early.get(0).leftOut().get("gone, its process was killed"));
    assertEquals(
        new Coverage(
            Optional.of(DimensionKind.OTHER_SIDE),
            "place of the other side",
            List.of("this JVM"),
            Map.of("another JVM", "fakes have one JVM", "another adapter", notMet)),
        late.get(1));
  }

  @Test
  void stateOfTheOtherSideIsAFurtherDimensionOfATest() {
    Samples.OtherSideInSituations.MET.clear();
    SuiteResult result = run(Samples.OtherSideInSituations.class);
    assertEquals(
        List.of("1 busy", "1 idle", "2 busy", "2 idle"),
        List.copyOf(Samples.OtherSideInSituations.MET));
    assertEquals(
        List.of(
            new Coverage(
                Optional.of(DimensionKind.OTHER_SIDE), STATE, List.of("idle", "busy"), Map.of()),
            new Coverage(Optional.of(DimensionKind.SIZE), "size", List.of("1", "2"), Map.of())),
        clause(result, "fake_a.01").coverage());
  }

  @Test
  void failureNamesTheStateOfTheOtherSide() {
    assertFailed(
        run(Samples.FailingWhileBusy.class),
        "fake_a.01",
        "with state of the other side busy: does not hold: is idle");
  }

  @Test
  void quickTestRunsTwiceInUnlikeSurroundings() {
    List<String> rounds = Samples.QuickInSurroundings.ROUNDS;
    rounds.clear();
    SuiteResult result = run(Samples.QuickInSurroundings.class);
    assertEquals(4, rounds.size(), rounds::toString);
    assertEquals("end", rounds.get(1));
    assertEquals("end", rounds.get(3));
    String[] first = rounds.get(0).split(" ");
    String[] second = rounds.get(2).split(" ");
    assertEquals(Set.of("new", "used"), Set.of(first[0], second[0]));
    assertNotEquals(first[1], second[1]);
    assertEquals(List.of(), clause(result, "fake_a.01").coverage(), "nothing was brought about");
    List<Coverage> coverage = clause(result, "fake_a.02").coverage();
    assertEquals(1, coverage.size(), () -> "the objects beside were not made: " + coverage);
    assertEquals(Set.of("new", "used"), Set.copyOf(coverage.get(0).covered()));
  }

  @Test
  void testThatBringsNoSurroundingsAboutRunsOnce() {
    Samples.WithoutSurroundings.ROUNDS.set(0);
    SuiteResult result = run(Samples.WithoutSurroundings.class);
    assertEquals(1, Samples.WithoutSurroundings.ROUNDS.get());
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
  }

  @Test
  void failureNamesItsSurroundings() {
    assertFailed(
        run(Samples.FailingWhenUsed.class),
        "fake_a.01",
        "does not hold: is new (surroundings: use used)");
  }

  @Test
  void checksCountWithOtherCallsOnlyBehindAWholeRound() {
    SuiteResult result = runDeep(Samples.MeetingOtherCalls.class);
    assertEquals("2 passed, 0 failed, 0 skipped", result.closingLine());
    assertEquals(Set.of("false"), Set.copyOf(coverage(result, "fake_a.01").covered()));
    assertEquals(Set.of("false", "true"), Set.copyOf(coverage(result, "fake_a.02").covered()));
    assertEquals(Map.of("true", "the test is alone"), coverage(result, "fake_a.03").leftOut());
  }

  @Test
  void wrongOutcomeOfOtherCallsFailsTheTestAndSaysSo() {
    SuiteResult result = runDeep(Samples.DisturbingOtherCalls.class);
    assertFailed(result, "fake_a.01", "objects of its own: AssertionError: a wrong code");
  }

  @Test
  void cleanUpsRunBehindOneThatFailsAnAssertion() {
    Samples.FailingEnd.ENDED.set(0);
    assertFailed(run(Samples.FailingEnd.class), "fake_a.01", "the end fails");
    assertEquals(1, Samples.FailingEnd.ENDED.get());
  }

  @Test
  void failureNamesItsSituation() {
    SuiteResult result = run(Samples.FailingOnce.class);
    assertFailed(result, "fake_a.01", "with occurrence second: does not hold: is first");
  }

  @Test
  void betweenTwoAdaptersOnlyTestsOfTwoPartiesRun() {
    FakeKit kit = new FakeKit(Samples.OfOneAndTwo.class);
    SuiteResult result =
        prepare(kit, "*", MIXED, "", 7).run(ProgressListener.SILENT, start -> 0, NEVER);
    assertEquals(List.of("fake_a.01"), result.clauses().stream().map(ClauseResult::id).toList());
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
    assertEquals("1 passed, 0 failed, 0 skipped", result.closingLine());
    assertEquals("2 passed, 0 failed, 0 skipped", run(kit, "*", "").closingLine());
  }

  @Test
  void betweenTwoAdaptersNothingIsProvedWithoutASecondParty() {
    FakeKit kit = new FakeKit(Samples.Passing.class);
    SuiteResult result =
        prepare(kit, "*", MIXED, "", 7).run(ProgressListener.SILENT, start -> 0, NEVER);
    assertEquals(List.of(), result.clauses());
    assertFalse(result.successful());
  }

  @Test
  void secondPartyIsMetByTestsThatSaySoAndByNoOthers() {
    assertFailed(
        run(Samples.MeetingUnmarked.class),
        "fake_a.01",
        "meets the second party without @SecondParty");
    assertFailed(
        run(Samples.MarkedAndAlone.class),
        "fake_a.01",
        "checked without a second party by a test with @SecondParty");
  }

  @Test
  void everyClauseIsCountedOnce() {
    SuiteResult result = run(Samples.Passing.class);
    assertEquals(
        "{clauses=13, testable=11, passed=2, failed=0, refused=0, vacuous=1, deviation=0,"
            + " notrun=0, untested=9, untestable=1}",
        result.counts().toString());
    assertEquals("enums are closed", clause(result, "fake_v.01").reason());
    assertEquals("left open", clause(result, "fake_u.01").reason());
  }

  @Test
  void wrongExpectationFailsItsClauseOnly() {
    SuiteResult result = run(Samples.WrongExpectation.class);
    assertFailed(result, "fake_a.01", "firstIsWrong: the number is 2, expected 1");
    assertEquals(Status.PASSED, clause(result, "fake_a.02").status());
    assertEquals("0 passed, 1 failed, 0 skipped", result.closingLine());
  }

  @Test
  void manyFailedChecksEndTheirTest() {
    SuiteResult result = run(Samples.FailingForever.class);
    assertFailed(result, "fake_a.01", "it has come");
    assertFailed(result, "fake_a.02", "100 of its checks have failed");
  }

  @Test
  void undeclaredIdFails() {
    assertFailed(run(Samples.Undeclared.class), "fake_a.01", "checks fake_a.02 without declaring");
  }

  @Test
  void declaredIdWithoutExecutedCheckFails() {
    SuiteResult result = run(Samples.Unexecuted.class);
    assertFailed(result, "fake_a.02", "no check of it was executed");
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
  }

  @Test
  void unknownIdFails() {
    assertFailed(run(Samples.Unknown.class), "fake_a.01", "'fake_a.99' is not in fake.tsv");
  }

  @Test
  void checkOfAVacuousClauseFailsItsTest() {
    SuiteResult result = run(Samples.Vacuous.class);
    assertFalse(result.successful());
    assertEquals(Status.VACUOUS, clause(result, "fake_v.01").status());
    assertTrue(result.tests().get(0).message().contains("means nothing"));
  }

  @Test
  void exceptionFailsTheClausesThatWereNotReached() {
    SuiteResult result = run(Samples.Throwing.class);
    assertFailed(result, "fake_a.02", "not reached: IllegalStateException: in between");
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
  }

  @Test
  void exceptionBehindTheChecksFailsTheClauseCheckedLast() {
    SuiteResult result = run(Samples.ThrowingAtTheEnd.class);
    assertFailed(result, "fake_a.02", "IllegalStateException: behind");
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
  }

  @Test
  void requiredConditionStopsTheTest() {
    SuiteResult result = run(Samples.Requiring.class);
    assertFailed(result, "fake_a.01", "needed for the rest");
    assertFailed(result, "fake_a.02", "not reached");
  }

  @Test
  void brokenSetUpFailsTheClause() {
    assertFailed(run(Samples.BrokenSetUp.class), "fake_a.01", "no fixture");
  }

  @Test
  void brokenCleanUpFailsTheClauseAndRunsTheRest() {
    Samples.ORDER.clear();
    assertFailed(run(Samples.BrokenCleanUp.class), "fake_a.01", "clean-up");
    assertEquals(List.of("outer"), Samples.ORDER);
  }

  @Test
  void assumptionsAreNoWayToSkip() {
    assertFailed(run(Samples.Aborting.class), "fake_a.01", "silent skip");
  }

  @Test
  void closedGateCountsAsRefusedOnlyWhenRefusalIsProven() {
    SuiteResult result = run(Samples.Passing.class, Samples.Gated.class);
    assertEquals(Status.NOTRUN, clause(result, "fake_g.01").status());
    assertEquals("needs gate, gate is 0", clause(result, "fake_g.01").reason());
    assertEquals(Status.REFUSED, clause(result, "fake_g.02").status());
    assertTrue(result.successful());
    assertEquals("2 passed, 0 failed, 2 skipped", result.closingLine());
  }

  @Test
  void openGateRunsTheTestsAndNotTheRefusal() {
    SuiteResult result = run(new FakeKit(Samples.Gated.class).gate(1), "*", "");
    assertEquals(Status.PASSED, clause(result, "fake_g.01").status());
    assertEquals(Status.PASSED, clause(result, "fake_g.02").status());
    assertEquals(1, clause(result, "fake_g.02").checks());
  }

  @Test
  void moreThanFiveIdsNeedATable() {
    SuiteResult result = run(Samples.SixWithoutTable.class);
    assertFailed(result, "fake_a.06", "checked outside a table");
  }

  @Test
  void rowsOfATableAreIndependent() {
    SuiteResult result = run(Samples.SixInTable.class);
    assertFailed(result, "fake_a.02", "row 'two': IllegalStateException: this row only");
    assertFailed(result, "fake_a.03", "needed");
    for (String id : List.of("fake_a.01", "fake_a.04", "fake_a.05", "fake_a.06")) {
      assertEquals(Status.PASSED, clause(result, id).status(), id);
    }
  }

  @Test
  void onlyOptionalClausesMayBeAbsent() {
    SuiteResult result = run(Samples.Absent.class);
    assertFailed(result, "fake_a.01", "is not optional here, but not there");
    assertEquals(Status.NOTRUN, clause(result, "fake_o.01").status());
    assertEquals("not offered", clause(result, "fake_o.01").reason());
    assertEquals(Status.NOTRUN, clause(result, "fake_o.02").status());
  }

  @Test
  void strictProfileDemandsTheDecidedAlternative() {
    SuiteResult result =
        prepare(new FakeKit(Samples.Absent.class), "*", STRICT, "", 1)
            .run(ProgressListener.SILENT, start -> 0, NEVER);
    assertEquals(Status.NOTRUN, clause(result, "fake_o.01").status());
    assertFailed(result, "fake_o.02", "not offered either");
  }

  private static SuiteResult runFailing(int times, long pause, List<String> again) {
    Samples.FAILURES.set(times);
    ProgressListener progress =
        new ProgressListener() {
          @Override
          public void again(String test, long millis, String message) {
            again.add(test + " " + millis + " " + message);
          }

          @Override
          public void finished(TestResult result, int done, int total) {
            again.add(result.name() + " " + result.outcome());
          }
        };
    return prepare(new FakeKit(Samples.Failing.class), "*", NORMAL, "", 1)
        .run(progress, start -> pause, NEVER);
  }

  @Test
  void testThatFailsDuringAPauseIsRunAgain() {
    List<String> told = new ArrayList<>();
    SuiteResult result = runFailing(2, 150_000_000, told);
    assertEquals(Status.PASSED, clause(result, "fake_a.01").status());
    assertEquals(1, clause(result, "fake_a.01").checks());
    assertEquals(
        List.of(
            "1 of 1 tests were run again, more than one in 100: the machine stands still too often"
                + " for a verdict"),
        result.problems());
    assertEquals(3, told.size(), told::toString);
    assertTrue(told.get(0).startsWith("Samples$Failing.failsForAWhile 150 "), told::toString);
    assertEquals("Samples$Failing.failsForAWhile PASSED", told.get(2));
    assertEquals(2, result.repeated().get(0).attempts().size());
  }

  @Test
  void testThatAlwaysFailsFailsInSpiteOfPauses() {
    assertFailed(runFailing(4, 1, new ArrayList<>()), "fake_a.01", "within 9 ms");
    assertEquals(0, Samples.FAILURES.get());
  }

  @Test
  void testThatFailsWithoutAPauseIsNotRunAgain() {
    assertFailed(runFailing(1, 0, new ArrayList<>()), "fake_a.01", "within 9 ms");
  }

  private static SuiteResult runDuringAPause(Class<?> sample) {
    return prepare(new FakeKit(sample), "*", NORMAL, "", 1)
        .run(ProgressListener.SILENT, start -> 150_000_000, NEVER);
  }

  @Test
  void onlyFailuresOfTimeLimitsAreRunAgain() {
    SuiteResult result = runDuringAPause(Samples.WrongExpectation.class);
    assertFailed(result, "fake_a.01", "firstIsWrong: the number is 2, expected 1");
    assertEquals(List.of(), result.repeated());
  }

  @Test
  void wordsOfATimeLimitAreNoReasonToRunAgain() {
    SuiteResult result = runDuringAPause(Samples.NamesATime.class);
    assertFailed(result, "fake_a.01", "after 5 ms");
    assertEquals(List.of(), result.repeated());
  }

  @Test
  void aWrongCheckBesideALateOneIsNotRunAgain() {
    SuiteResult result = runDuringAPause(Samples.LateAndWrong.class);
    assertFailed(result, "fake_a.01", "it comes");
    assertEquals(List.of(), result.repeated());
  }

  @Test
  void aTestThatWaitsForAMissingEventIsRunAgain() {
    SuiteResult result = runDuringAPause(Samples.MissingEvent.class);
    assertFailed(result, "fake_a.02", "no event");
    assertEquals(3, result.repeated().get(0).attempts().size());
  }

  @Test
  void oneTestInAHundredMayBeRunAgain() {
    assertFalse(KernelRun.isTooOften(0, 2));
    assertTrue(KernelRun.isTooOften(1, 2));
    assertTrue(KernelRun.isTooOften(1, 99));
    assertFalse(KernelRun.isTooOften(1, 100));
    assertTrue(KernelRun.isTooOften(2, 199));
    assertFalse(KernelRun.isTooOften(2, 200));
  }

  @Test
  void leftThreadFailsTheTestThatLeftItAndNoOther() {
    String before = System.getProperty(TimeFactor.PROPERTY, "1");
    SuiteResult result;
    try {
      // What does not end is waited for.
      System.setProperty(TimeFactor.PROPERTY, "0.1");
      result = run(Samples.Leaking.class);
    } finally {
      System.setProperty(TimeFactor.PROPERTY, before);
      Samples.RELEASE.countDown();
    }
    assertFailed(result, "fake_a.01", "left behind: thread fake-leak-1");
    assertFailed(result, "fake_a.02", "left behind: thread fake-leak-2");
    for (String id : List.of("fake_a.01", "fake_a.02")) {
      String reason = clause(result, id).reason();
      assertFalse(reason.contains(", thread fake-leak"), reason);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fake_n.*", "fake_g.01"})
  void runThatExecutesNothingFails(String clauses) {
    SuiteResult result = run(new FakeKit(Samples.Gated.class), clauses, "");
    assertFalse(result.successful());
    assertTrue(result.problems().get(0).contains("no test was executed"));
    assertTrue(result.closingLine().contains(" 1 failed"), result.closingLine());
  }

  @Test
  void runThatFindsFewerTestsThanIndexedFails() {
    FakeKit kit =
        new FakeKit(Samples.Passing.class)
            .alsoIndexed(Samples.Passing.class.getName(), "removed", "fake_a.03");
    SuiteResult result = run(kit, "*", "");
    assertFalse(result.successful());
    assertTrue(
        result.problems().get(0).contains("found 1 of the 2 tests"),
        () -> result.problems().toString());
    assertEquals(Status.NOTRUN, clause(result, "fake_a.03").status());
  }

  @Test
  void knownDefectIsADeviation() {
    String known = "fake_a.01|off by one|team|2999-01-01|defect\n";
    SuiteResult result = run(new FakeKit(Samples.WrongExpectation.class), "*", known);
    assertEquals(Status.PASSED, clause(result, "fake_a.02").status());
    assertEquals(Status.DEVIATION, clause(result, "fake_a.01").status());
    assertTrue(clause(result, "fake_a.01").reason().startsWith("off by one (team, until 2999"));
    assertEquals("0 passed, 0 failed, 1 skipped", result.closingLine());
    assertTrue(result.successful());
  }

  @Test
  void defectThatPassesFails() {
    String known = "fake_a.01|off by one|team|2999-01-01|defect\n";
    SuiteResult result = run(new FakeKit(Samples.Passing.class), "*", known);
    assertFailed(result, "fake_a.01", "known.tsv:2 lists a defect, but the clause passes");
    assertEquals("1 passed, 1 failed, 0 skipped", result.closingLine());
  }

  @Test
  void intermittentDeviationMayPassOrFail() {
    String known = "fake_a.01|now and then|team|2999-01-01|intermittent\n";
    SuiteResult good = run(new FakeKit(Samples.Passing.class), "*", known);
    assertTrue(good.successful());
    assertEquals(Status.PASSED, clause(good, "fake_a.01").status());
    SuiteResult bad = run(new FakeKit(Samples.WrongExpectation.class), "*", known);
    assertTrue(bad.successful());
    assertEquals(Status.DEVIATION, clause(bad, "fake_a.01").status());
  }

  @Test
  void expiredDeviationFails() {
    String known = "fake_a.01|off by one|team|2020-01-01|defect\n";
    SuiteResult result = run(new FakeKit(Samples.WrongExpectation.class), "*", known);
    assertFailed(result, "fake_a.01", "expired on 2020-01-01");
    String intermittent = known.replace("defect", "intermittent");
    assertFailed(
        run(new FakeKit(Samples.Passing.class), "*", intermittent), "fake_a.01", "expired on 2020");
    SuiteResult elsewhere = run(new FakeKit(Samples.Passing.class), "fake_a.02", known);
    assertFalse(elsewhere.successful());
    assertTrue(elsewhere.problems().get(0).contains("known.tsv:2"));
  }

  @Test
  void cancelKeepsPartialResults() {
    KernelRun run = prepare(new FakeKit(Samples.Cancelling.class), "*", NORMAL, "", 3);
    Samples.onRun = run::cancel;
    SuiteResult result = run.run(ProgressListener.SILENT, start -> 0, NEVER);
    assertTrue(result.cancelled());
    List<Status> both =
        List.of(clause(result, "fake_a.01").status(), clause(result, "fake_a.02").status());
    assertTrue(both.contains(Status.PASSED) && both.contains(Status.NOTRUN), both.toString());
    assertEquals("1 passed, 0 failed, 0 skipped, 1 not run", result.closingLine());
    assertTrue(result.lines().stream().anyMatch(line -> line.startsWith("cancelled; clauses: ")));
    assertEquals(1, result.tests(TestResult.Outcome.NOT_RUN));
    String reason =
        clause(result, both.get(0) == Status.NOTRUN ? "fake_a.01" : "fake_a.02").reason();
    assertTrue(reason.contains("the run was cancelled"), reason);
  }

  @Test
  void seedDecidesOrderAndData() {
    List<String> first = order(11);
    assertEquals(first, order(11));
    boolean differs = false;
    for (long seed = 12; seed < 20; seed++) {
      List<String> other = order(seed);
      assertNotEquals(first, other);
      differs |= !letters(first).equals(letters(other));
    }
    assertTrue(differs, "eight other seeds gave the same order of four tests");
  }

  private static List<String> order(long seed) {
    Samples.ORDER.clear();
    prepare(new FakeKit(Samples.Ordered.class), "*", NORMAL, "", seed)
        .run(ProgressListener.SILENT, start -> 0, NEVER);
    return List.copyOf(Samples.ORDER);
  }

  private static List<String> letters(List<String> order) {
    return order.stream().map(name -> name.substring(0, 1)).toList();
  }

  @Test
  void selectionRunsOnlyTestsThatDeclareAClause() {
    SuiteResult result = run(new FakeKit(Samples.Ordered.class), "fake_a.03", "");
    assertEquals(1, result.tests().size());
    assertEquals(1, result.clauses().size());
  }

  @Test
  void testsOfAnExcludedClauseAreNotRun() {
    SuiteResult result =
        run(new FakeKit(Samples.Ordered.class, Samples.Passing.class), "!fake_a.01", "");
    assertEquals(3, result.tests().size());
    assertTrue(result.tests().stream().noneMatch(t -> t.method().equals("bothHold")));
    assertTrue(result.clauses().stream().noneMatch(c -> c.id().equals("fake_a.01")));
    assertEquals(Status.PASSED, clause(result, "fake_a.02").status());
  }

  @Test
  void clauseWithItsOnlyTestExcludedIsNotRun() {
    SuiteResult result = run(new FakeKit(Samples.Passing.class), "!fake_a.01", "");
    assertEquals(Status.NOTRUN, clause(result, "fake_a.02").status());
    assertTrue(clause(result, "fake_a.02").reason().contains("bothHold was not selected"));
  }

  @Test
  void selectionWithoutClauseIsAUsageError() {
    FakeKit kit = new FakeKit(Samples.Passing.class);
    UsageException e =
        assertThrows(UsageException.class, () -> prepare(kit, "dat_*", NORMAL, "", 1));
    assertTrue(e.getMessage().contains("'dat_*'"), e.getMessage());
  }
}
