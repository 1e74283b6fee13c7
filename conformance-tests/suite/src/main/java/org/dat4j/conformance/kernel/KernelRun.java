package org.dat4j.conformance.kernel;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.Deviation;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.RunConditions;
import org.dat4j.conformance.report.RunVersions;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.report.TestResult;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * An execution of the conformance tests of one contract on an opened adapter or controller: runs
 * the selected tests and returns an outcome for each clause. {@link #run} is called once; {@link
 * #cancel} may be called by any thread.
 */
public final class KernelRun {
  /** Time limit of a test on a normal machine. */
  static final long TEST_LIMIT_MILLIS = 60_000;

  /** After this time a test has no end: those with a longer limit of their own have 300 s. */
  private static final long ENDLESS_MILLIS = 330_000;

  /** How often a test is repeated that failed while the machine stood still. */
  private static final int REPEATS = 3;

  /** One test in this many may be repeated; more repetitions could hide what the backend does. */
  private static final int MAX_REPEATED = 100;

  private final ContractKit kit;
  private final List<Clause> selected;
  private final String selection;
  private final Target target;
  private final Deviations deviations;
  private final RunContext run;
  private final Environment environment;
  private volatile boolean isHung;

  /**
   * Prepares a run.
   *
   * @param kit the contract
   * @param selection clause pattern, see {@link org.dat4j.conformance.catalogue.Catalogue#matching}
   * @param target what is tested and how
   * @param environment the opened target; the caller closes it
   * @param deviations what the backend is known to break
   * @param seed the seed of order and data
   * @throws UsageException if no clause matches the selection
   */
  public KernelRun(
      ContractKit kit,
      String selection,
      Target target,
      Environment environment,
      Deviations deviations,
      long seed) {
    this.kit = kit;
    this.selection = selection;
    this.target = target;
    List<Clause> matching = kit.catalogue().matching(selection);
    if (matching.isEmpty()) {
      throw new UsageException(
          "no clause of contract " + kit.contract() + " matches '" + selection + "'");
    }
    Set<String> tested = new HashSet<>();
    tests().forEach(entry -> tested.addAll(entry.ids()));
    this.selected =
        ofTwoParties()
            ? matching.stream().filter(clause -> tested.contains(clause.id())).toList()
            : matching;
    this.environment = environment;
    this.deviations = deviations;
    this.run = new RunContext(kit.catalogue(), environment, target, seed);
  }

  /** Tells whether the second party has another adapter. */
  private boolean ofTwoParties() {
    return !target.peer().equals(target.ia());
  }

  /** Lists the tests that apply to the target: with two adapters, those with a second party. */
  private Stream<TestIndex.Entry> tests() {
    return kit.index().entries().stream().filter(entry -> entry.secondParty() || !ofTwoParties());
  }

  /**
   * Tells whether a test had no end. Its thread still runs, within the backend, so that the
   * environment cannot be closed.
   *
   * @return false while the tests run
   */
  public boolean isHung() {
    return isHung;
  }

  /** Keeps further tests from starting; {@link #run} returns what was found so far. */
  public void cancel() {
    run.cancel();
  }

  /**
   * Runs the tests.
   *
   * @param progress follows the run
   * @return what was found
   */
  public SuiteResult run(ProgressListener progress) {
    try (PauseDetector pauses = new PauseDetector()) {
      return run(
          progress,
          pauses::since,
          TimeUnit.MICROSECONDS.toNanos(TimeFactor.micros(ENDLESS_MILLIS)));
    }
  }

  SuiteResult run(ProgressListener progress, LongUnaryOperator pause, long endlessNanos) {
    Set<String> ids = selected.stream().map(Clause::id).collect(Collectors.toSet());
    Set<String> excluded =
        kit.catalogue().excluded(selection).stream().map(Clause::id).collect(Collectors.toSet());
    List<TestIndex.Entry> expected =
        tests()
            .filter(entry -> entry.ids().stream().anyMatch(ids::contains))
            .filter(entry -> entry.ids().stream().noneMatch(excluded::contains))
            .toList();
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    ClauseVerdicts verdicts = new ClauseVerdicts(run, kit.index(), deviations, today);
    RunListener listener = new RunListener(run, verdicts, progress, expected.size(), pause);
    List<String> problems = new ArrayList<>();
    if (!expected.isEmpty()) {
      execute(expected, listener, problems, endlessNanos);
      repeat(expected, listener, problems, endlessNanos);
    }
    problems.addAll(listener.problems());
    Map<String, TestResult> results = listener.results();
    Set<TestResult.Outcome> unexecuted =
        EnumSet.of(TestResult.Outcome.SKIPPED, TestResult.Outcome.NOT_RUN);
    if (results.values().stream().allMatch(t -> unexecuted.contains(t.outcome()))) {
      problems.add("no test was executed; a run that proves nothing is a failure");
    }
    long repeated = results.values().stream().filter(t -> !t.attempts().isEmpty()).count();
    if (isTooOften(repeated, results.size())) {
      problems.add(
          repeated
              + " of "
              + results.size()
              + " tests were run again, more than one in "
              + MAX_REPEATED
              + ": the machine stands still too often for a verdict");
    }
    problems.addAll(environment.problems());
    for (Deviation deviation : deviations.all()) {
      if (deviation.expired(today)) {
        problems.add(
            deviations.source()
                + ":"
                + deviation.line()
                + ": the line for "
                + deviation.clause()
                + " expired on "
                + deviation.expiry());
      }
    }
    List<ClauseResult> clauses =
        selected.stream().map(clause -> verdicts.decide(clause, results)).toList();
    return new SuiteResult(
        target.ia(),
        target.peer(),
        environment.provider(),
        kit.contract(),
        run.seed(),
        target.profile().label(),
        target.mutant(),
        target.deep(),
        selection,
        clauses,
        List.copyOf(results.values()),
        List.copyOf(problems),
        run.cancelled(),
        conditions());
  }

  /**
   * Tells whether more than one test in a hundred was run again: of fewer tests not even one may.
   */
  static boolean isTooOften(long repeated, int tests) {
    return repeated * MAX_REPEATED > tests;
  }

  private RunConditions conditions() {
    Capabilities capabilities = environment.capabilities();
    Map<String, Integer> absent = new TreeMap<>();
    for (Clause clause : kit.catalogue().all()) {
      clause.needs().absent(capabilities).ifPresent(name -> absent.merge(name, 1, Integer::sum));
    }
    if (Long.valueOf(0).equals(capabilities.all().get(CertificateRules.OTHER_PROCESS))) {
      absent.putIfAbsent(CertificateRules.OTHER_PROCESS, 0);
    }
    return new RunConditions(
        target.placement().label(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS),
        RunVersions.of(kit.catalogue(), environment.provider(), environment.device()),
        capabilities.all(),
        absent,
        List.copyOf(deviations.all()));
  }

  private void repeat(
      List<TestIndex.Entry> expected,
      RunListener listener,
      List<String> problems,
      long endlessNanos) {
    for (int i = 1; i <= REPEATS && !run.cancelled(); i++) {
      Set<String> names = listener.takeAgain(i == REPEATS);
      List<TestIndex.Entry> again =
          expected.stream().filter(entry -> names.contains(entry.name())).toList();
      if (again.isEmpty()) {
        return;
      }
      execute(again, listener, problems, endlessNanos);
    }
  }

  private void execute(
      List<TestIndex.Entry> expected,
      RunListener listener,
      List<String> problems,
      long endlessNanos) {
    TestThread thread =
        new TestThread(
            kit.getClass().getClassLoader(), () -> execute(expected, listener, problems));
    LongPredicate givesUp = test -> listener.giveUp(test, thread.calls());
    if (!thread.awaitEnd(listener::testNumber, endlessNanos, givesUp)) {
      isHung = true;
      run.cancel();
    }
  }

  private void execute(
      List<TestIndex.Entry> expected, RunListener listener, List<String> problems) {
    LauncherConfig config =
        LauncherConfig.builder()
            .enableLauncherSessionListenerAutoRegistration(false)
            .enableLauncherDiscoveryListenerAutoRegistration(false)
            .enablePostDiscoveryFilterAutoRegistration(false)
            .enableTestExecutionListenerAutoRegistration(false)
            .build();
    try (LauncherSession session = LauncherFactory.openSession(config)) {
      session.getStore().put(RunContext.NAMESPACE, RunContext.KEY, run);
      Launcher launcher = session.getLauncher();
      TestPlan plan = launcher.discover(request(expected));
      Set<String> missing = new TreeSet<>();
      expected.forEach(entry -> missing.add(entry.name()));
      missing.removeAll(names(plan));
      if (!missing.isEmpty()) {
        problems.add(
            "found "
                + (expected.size() - missing.size())
                + " of the "
                + expected.size()
                + " tests of the compiled index; missing are "
                + missing);
      }
      launcher.execute(plan, listener);
    }
  }

  private static Set<String> names(TestPlan plan) {
    Set<String> names = new HashSet<>();
    for (TestIdentifier root : plan.getRoots()) {
      for (TestIdentifier test : plan.getDescendants(root)) {
        RunListener.method(test).ifPresent(source -> names.add(RunListener.name(source)));
      }
    }
    return names;
  }

  private LauncherDiscoveryRequest request(List<TestIndex.Entry> expected) {
    Set<String> classes = new LinkedHashSet<>();
    Set<String> methods = new HashSet<>();
    for (TestIndex.Entry entry : expected) {
      classes.add(entry.className());
      methods.add(entry.className() + "#" + entry.method());
    }
    PostDiscoveryFilter selectedOnly =
        descriptor -> {
          if (descriptor.getSource().orElse(null) instanceof MethodSource source) {
            return FilterResult.includedIf(
                methods.contains(source.getClassName() + "#" + source.getMethodName()));
          }
          return FilterResult.included("decided per method");
        };
    long limitSeconds = 1 + TimeFactor.micros(TEST_LIMIT_MILLIS) / 1_000_000;
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(classes.stream().map(DiscoverySelectors::selectClass).toList())
        .filters(selectedOnly)
        .enableImplicitConfigurationParameters(false)
        .configurationParameter(
            "junit.jupiter.testclass.order.default", "org.junit.jupiter.api.ClassOrderer$Random")
        .configurationParameter(
            "junit.jupiter.testmethod.order.default", "org.junit.jupiter.api.MethodOrderer$Random")
        .configurationParameter(
            "junit.jupiter.execution.order.random.seed", Long.toString(run.seed()))
        .configurationParameter("junit.jupiter.execution.timeout.default", limitSeconds + " s")
        .configurationParameter("junit.jupiter.execution.timeout.threaddump.enabled", "true")
        .build();
  }
}
