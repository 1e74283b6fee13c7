package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.junit.platform.engine.support.store.Namespace;

/**
 * State that all tests of one run of the suite share: target, seed, capabilities, the records of
 * the tests, and whether the run is cancelled. Thread-safe.
 */
public final class RunContext {
  /** Name of {@link #NAMESPACE}. */
  static final String NAME = "org.dat4j.conformance";

  /** Where the run is found in the store of the launcher session. */
  static final Namespace NAMESPACE = Namespace.create(NAME);

  /** Key within {@link #NAMESPACE}. */
  static final String KEY = "run";

  private static final long LEAK_WAIT_MILLIS = 10_000;

  /** Why a test is not executed once the run is cancelled. */
  static final String CANCELLED = "the run was cancelled";

  private final Catalogue catalogue;
  private final Environment environment;
  private final Target target;
  private final long seed;

  /** What may be alive: what was before the first test, and what a test was blamed for already. */
  private final Set<String> expected;

  private final Map<String, TestRecord> records = new ConcurrentHashMap<>();
  private volatile boolean cancelled;

  /**
   * Creates the context of a run.
   *
   * @param catalogue the contract
   * @param environment the opened target
   * @param target what is tested and how
   * @param seed the seed of order and data
   */
  public RunContext(Catalogue catalogue, Environment environment, Target target, long seed) {
    this.catalogue = catalogue;
    this.environment = environment;
    this.target = target;
    this.seed = seed;
    this.expected = live();
  }

  /**
   * Returns what is tested and how.
   *
   * @return the target
   */
  public Target target() {
    return target;
  }

  /**
   * Returns the seed of order and data.
   *
   * @return any number
   */
  public long seed() {
    return seed;
  }

  /**
   * Returns what the target says about itself.
   *
   * @return the snapshot that decides the gates
   */
  public Capabilities capabilities() {
    return environment.capabilities();
  }

  /**
   * Returns the opened target as its contract knows it.
   *
   * @param type class of the contract's environment
   * @param <T> the same
   * @return the environment
   */
  public <T extends Environment> T environment(Class<T> type) {
    return type.cast(environment);
  }

  /** Keeps further tests from starting. The running one ends by itself, its waits are bounded. */
  public void cancel() {
    cancelled = true;
  }

  /**
   * Tells whether {@link #cancel} was called.
   *
   * @return true once it was
   */
  public boolean cancelled() {
    return cancelled;
  }

  Check bind(TestRecord record, String id) {
    Clause clause = catalogue.get(id);
    if (!clause.testable()) {
      throw new AssertionError(id + " is vacuous or untestable, a check of it means nothing");
    }
    record.requireDeclared(id);
    return new Check(record, clause, target.profile());
  }

  /** Tells why a test is not executed on this target. */
  Optional<String> skip(TestIndex.Entry entry) {
    if (cancelled) {
      return Optional.of(CANCELLED);
    }
    for (String id : entry.clauses()) {
      Optional<String> unmet = catalogue.get(id).needs().unmet(capabilities());
      if (unmet.isPresent()) {
        return unmet;
      }
    }
    for (String id : entry.refuses()) {
      if (catalogue.get(id).needs().unmet(capabilities()).isEmpty()) {
        return Optional.of("the capability is present: " + catalogue.get(id).needs());
      }
    }
    return Optional.empty();
  }

  /** Tells in which places the other side of a clause was, and why not in the others. */
  Coverage coverage(Set<OtherSidePlace> places) {
    List<String> covered = new ArrayList<>();
    Map<String, String> leftOut = new LinkedHashMap<>();
    for (OtherSidePlace place : OtherSidePlace.values()) {
      if (places.contains(place)) {
        covered.add(place.toString());
      } else {
        leftOut.put(place.toString(), environment.excludes(place).orElse(Coverage.NOT_MET));
      }
    }
    return new Coverage(
        Optional.of(DimensionKind.OTHER_SIDE), OtherSidePlace.DIMENSION, covered, leftOut);
  }

  TestRecord open(TestIndex.Entry entry) {
    TestRecord record = new TestRecord(entry);
    records.put(entry.name(), record);
    return record;
  }

  Optional<TestRecord> record(String test) {
    return Optional.ofNullable(records.get(test));
  }

  private Set<String> live() {
    Set<String> live = new LinkedHashSet<>();
    environment.leakProbes().forEach(probe -> live.addAll(probe.live()));
    return live;
  }

  /**
   * Waits a bounded time until only what may be alive is alive.
   *
   * @return what the last test has left behind; the tests that follow are not blamed for it
   */
  List<String> takeLeaks() throws InterruptedException {
    long deadline = System.nanoTime() + TimeFactor.nanos(LEAK_WAIT_MILLIS);
    Set<String> left = left();
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      boolean waited = awaitEnd(deadline);
      // What ended since it was seen alive is no leak, and there was nothing to wait for.
      left = left();
      if (!waited) {
        break;
      }
    }
    expected.addAll(left);
    return new ArrayList<>(left);
  }

  private Set<String> left() {
    Set<String> left = new TreeSet<>(live());
    left.removeAll(expected);
    return left;
  }

  private boolean awaitEnd(long deadline) throws InterruptedException {
    boolean waited = false;
    for (LeakProbe probe : environment.leakProbes()) {
      waited |= probe.awaitEnd(expected, deadline);
    }
    return waited;
  }
}
