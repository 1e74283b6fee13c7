package org.dat4j.conformance.mutant;

import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Capabilities;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.Mutant;

/**
 * Runs the suite on many mutants in separate JVMs, so that a mutant that hangs or ends its JVM
 * harms none after it. Such a mutant is tried again in a fresh JVM, and never counts as found by
 * that. {@link #run} is called once.
 */
public final class MutationRun {

  /**
   * The options of a run.
   *
   * @param ia name of the adapter
   * @param contract {@code dat} or {@code rsm}
   * @param only ids of mutants with {@code *} for any text, separated by commas; null for all
   * @param sample how many of them, chosen by the seed; 0 for all
   * @param seed chooses the sample, and is the seed of every run
   * @param jobs how many JVMs at a time
   * @param timeFactor stretches every wait of the suite; small, as a mutant that hangs costs a wait
   */
  public record Options(
      String ia,
      String contract,
      String only,
      int sample,
      long seed,
      int jobs,
      double timeFactor) {}

  /** A listener of a run; called by one thread at a time. */
  @FunctionalInterface
  public interface VerdictListener {
    /**
     * A mutant was judged.
     *
     * @param verdict what became of it
     * @param done how many were judged
     * @param total how many will be
     */
    void judged(MutantVerdict verdict, int done, int total);
  }

  private final ContractKit kit;
  private final Options options;
  private final List<Mutant> chosen;
  private final int withoutGate;
  private volatile boolean cancelled;

  /**
   * Chooses the mutants.
   *
   * @param options what to try
   * @throws UsageException if there is none, or the adapter cannot be opened
   */
  public MutationRun(Options options) {
    this.kit = SuiteRunner.kit(options.contract());
    this.options = options;
    List<Mutant> matching = matching();
    Capabilities capabilities = capabilities();
    List<Mutant> open =
        new ArrayList<>(matching.stream().filter(m -> applies(m, capabilities)).toList());
    this.withoutGate = matching.size() - open.size();
    if (open.isEmpty()) {
      throw new UsageException(
          "no mutant that "
              + options.ia()
              + " can have matches '"
              + options.only()
              + "'; dat4j mutants --list shows all");
    }
    if (options.sample() > 0 && options.sample() < open.size()) {
      Collections.shuffle(open, new Random(options.seed()));
      open = open.subList(0, options.sample());
    }
    this.chosen = List.copyOf(open);
  }

  private List<Mutant> matching() {
    Pattern pattern = pattern(options.only() == null ? "*" : options.only());
    return kit.mutants().stream()
        .filter(id -> pattern.matcher(id).matches())
        .flatMap(id -> kit.mutant(id).stream())
        .filter(mutant -> !mutant.clauses().contains("*"))
        .toList();
  }

  private static Pattern pattern(String globs) {
    return Pattern.compile(
        Stream.of(globs.split(",", -1))
            .map(glob -> Pattern.quote(glob.strip()).replace("*", "\\E.*\\Q"))
            .reduce((a, b) -> a + "|" + b)
            .orElseThrow());
  }

  private Capabilities capabilities() {
    Target target = new Target(options.ia(), options.ia(), Profile.STRICT, Placement.ONE_JVM, null);
    try (Environment environment = kit.open(target)) {
      return environment.capabilities();
    }
  }

  /** Returns whether a mutant breaks something that the backend declares. */
  private boolean applies(Mutant mutant, Capabilities capabilities) {
    if (mutant.needs().unmet(capabilities).isPresent()) {
      return false;
    }
    return mutant.clauses().stream()
        .map(kit.catalogue()::find)
        .flatMap(Optional::stream)
        .anyMatch(clause -> clause.needs().unmet(capabilities).isEmpty());
  }

  /**
   * Returns the mutants that will be tried.
   *
   * @return at least one
   */
  public List<Mutant> chosen() {
    return chosen;
  }

  /**
   * Returns the number of matching mutants that break only what the adapter does not declare.
   *
   * @return how many were left out for that
   */
  public int withoutGate() {
    return withoutGate;
  }

  /** Keeps further mutants from being tried; {@link #run} returns what was found so far. */
  public void cancel() {
    cancelled = true;
  }

  /**
   * Runs all clauses on the adapter behind the layer without a fault, as mutants are run: what
   * fails there says nothing about a mutant. What was seen goes to standard error.
   *
   * @return the clauses that fail, none if all is well or the contract has no such mutant
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public List<String> falseAlarms() throws InterruptedException {
    Optional<Mutant> unchanged = kit.mutant(MutantSet.NONE);
    if (unchanged.isEmpty()) {
      return List.of();
    }
    // Nothing hangs here, so that waits can be what they are in any other run.
    double factor = Math.max(1, options.timeFactor());
    try (MutantJvm worker = new MutantJvm(options, factor, Redirect.INHERIT)) {
      MutantVerdict verdict = worker.judge(unchanged.get());
      return verdict.strength() == MutantVerdict.Strength.UNJUDGED
          ? verdict.clauses()
          : verdict.killedBy();
    }
  }

  /**
   * Tries them all.
   *
   * @param listener follows
   * @return the verdicts, in the order of {@link #chosen}
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public KillMatrix run(VerdictListener listener) throws InterruptedException {
    Queue<Mutant> left = new ConcurrentLinkedQueue<>(chosen);
    Map<String, MutantVerdict> verdicts = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < options.jobs(); i++) {
      Thread thread = new Thread(() -> work(left, verdicts, listener), "suite-mutants-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    List<MutantVerdict> inOrder =
        chosen.stream().map(m -> verdicts.get(m.id())).filter(v -> v != null).toList();
    return new KillMatrix(chosen, inOrder);
  }

  private void work(
      Queue<Mutant> left, Map<String, MutantVerdict> verdicts, VerdictListener listener) {
    try (MutantJvm worker = new MutantJvm(options, options.timeFactor(), Redirect.DISCARD)) {
      for (Mutant next = left.poll(); next != null && !cancelled; next = left.poll()) {
        MutantVerdict verdict = worker.judge(next);
        if (!next.excuse().isEmpty() && verdict.strength().isFound()) {
          // Nothing can find it, unless its excuse is wrong: then it is found again.
          verdict = worker.judge(next);
        }
        synchronized (verdicts) {
          verdicts.put(next.id(), verdict);
          listener.judged(verdict, verdicts.size(), chosen.size());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
