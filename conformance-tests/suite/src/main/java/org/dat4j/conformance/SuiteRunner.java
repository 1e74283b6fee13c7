package org.dat4j.conformance;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.KernelRun;
import org.dat4j.conformance.kernel.ProgressListener;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.FileNotWrittenException;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.spi.Mutant;
import org.dat4j.conformance.spi.Mutants;
import org.dat4j.conformance.spi.StepperFactory;
import org.dat4j.dat.spi.Suggestions;

/**
 * Runner that executes the conformance suite once on one adapter, as {@link SuiteOptions} say, and
 * writes the reports. {@link #run()} blocks until the end; {@link #cancel} may be called by any
 * thread.
 */
public final class SuiteRunner {
  private final ContractKit kit;
  private final SuiteOptions options;
  private final ProgressListener progress;
  private final AtomicReference<KernelRun> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /**
   * Prepares a run of one of the suite's contracts.
   *
   * @param options what to run and where to write
   * @param progress follows the run
   * @throws UsageException if the contract is unknown
   */
  public SuiteRunner(SuiteOptions options, ProgressListener progress) {
    this(kit(options.contract()), options, progress);
  }

  /**
   * Prepares a run of a given contract.
   *
   * @param kit the contract
   * @param options what to run and where to write
   * @param progress follows the run
   */
  public SuiteRunner(ContractKit kit, SuiteOptions options, ProgressListener progress) {
    this.kit = kit;
    this.options = options;
    this.progress = progress;
  }

  /**
   * Finds one of the suite's contracts.
   *
   * @param contract its name
   * @return the contract
   * @throws UsageException if there is none of that name
   */
  public static ContractKit kit(String contract) {
    Set<String> known = new TreeSet<>();
    for (ContractKit kit :
        ServiceLoader.load(ContractKit.class, ContractKit.class.getClassLoader())) {
      if (kit.contract().equals(contract)) {
        return kit;
      }
      known.add(kit.contract());
    }
    throw new UsageException("contract '" + contract + "' is unknown; known are " + known);
  }

  /**
   * Runs one of the suite's contracts without following it.
   *
   * @param options what to run and where to write
   * @return what was found
   * @throws UsageException if the run cannot start as asked
   */
  public static SuiteResult run(SuiteOptions options) {
    return new SuiteRunner(options, ProgressListener.SILENT).run();
  }

  /**
   * Runs the suite and writes the reports that were asked for, also after {@link #cancel}.
   *
   * @return what was found
   * @throws UsageException if the run cannot start as asked
   * @throws FileNotWrittenException if a report cannot be written
   */
  public SuiteResult run() {
    return run(result -> {});
  }

  /**
   * As {@link #run()}, for a caller who wants the result also when a report cannot be written.
   *
   * @param found gets the result before the reports are written
   * @return what was found
   * @throws UsageException if the run cannot start as asked
   * @throws FileNotWrittenException if a report cannot be written
   */
  public SuiteResult run(Consumer<SuiteResult> found) {
    requireJUnit();
    String mutant = options.target().mutant();
    String selection = options.clauses();
    if (mutant != null) {
      Mutant known = mutant(kit, mutant);
      selection = options.clausesChosen() ? selection : String.join(",", known.clauses());
    }
    TimeFactor.value();
    SuiteResult result;
    Environment environment = kit.open(options.target());
    KernelRun run = null;
    try {
      run =
          new KernelRun(
              kit, selection, options.target(), environment, deviations(), options.seed());
      running.set(run);
      if (cancelled) {
        run.cancel();
      }
      result = run.run(progress);
    } finally {
      // A backend that does not return from one call may not return from a close either.
      if (run == null || !run.isHung()) {
        environment.close();
      }
    }
    found.accept(result);
    write(result);
    return result;
  }

  /** Refuses a JUnit that is too old before a class of the suite fails to load. */
  private static void requireJUnit() {
    try {
      Class.forName("org.junit.platform.engine.support.store.Namespace");
    } catch (ClassNotFoundException e) {
      throw new UsageException(
          "the conformance suite needs JUnit 5.13 or newer, and this class path has an older one:"
              + " import org.junit:junit-bom of 5.13 or newer before other BOMs",
          e);
    }
  }

  /**
   * Lists the mutants of a contract.
   *
   * @param kit the contract
   * @return their ids
   * @throws UsageException if there are none: they are a module of their own
   */
  public static Set<String> mutants(ContractKit kit) {
    Set<String> ids = kit.mutants();
    if (ids.isEmpty()) {
      throw new UsageException(
          "there are no mutants: add the artifact dat4j-conformance-mutants to the class path");
    }
    return ids;
  }

  /**
   * Finds a mutant of a contract.
   *
   * @param kit the contract
   * @param id of the mutant
   * @return its description
   * @throws UsageException if there is none of that name
   */
  public static Mutant mutant(ContractKit kit, String id) {
    Set<String> ids = mutants(kit);
    return kit.mutant(id)
        .orElseThrow(
            () -> {
              if (id.startsWith(Mutants.HONEST)) {
                return new UsageException(
                    "variant '"
                        + id.substring(Mutants.HONEST.length())
                        + "' is unknown: give a seed, or names of freedoms with commas between"
                        + " them; dat4j mutants --list shows them after "
                        + Mutants.HONEST);
              }
              List<String> near = Suggestions.of(id, ids);
              String hint =
                  near.isEmpty() ? "dat4j mutants --list shows all" : "the nearest are " + near;
              return new UsageException("mutant '" + id + "' is unknown; " + hint);
            });
  }

  /**
   * Finds the stepper of a contract.
   *
   * @param contract its name
   * @return the factory of its runs
   * @throws UsageException if there is none: it is a module of its own
   */
  public static StepperFactory stepper(String contract) {
    return StepperFactory.find(contract)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no stepper of "
                        + contract
                        + ": add the artifact dat4j-conformance-stepper to the class path"));
  }

  /** Ends the run early: the running test is finished, the others count as not run. */
  public void cancel() {
    cancelled = true;
    KernelRun run = running.get();
    if (run != null) {
      run.cancel();
    }
  }

  private Deviations deviations() {
    if (options.deviations() == null) {
      return Deviations.none();
    }
    try {
      return Deviations.file(options.deviations(), kit.catalogue());
    } catch (CatalogueException e) {
      throw new UsageException("the deviation file cannot be used: " + e.getMessage(), e);
    }
  }

  private void write(SuiteResult result) {
    if (options.reportDirectory() != null) {
      Reports.writeAll(result, options.reportDirectory());
    }
    if (options.jsonFile() != null) {
      Reports.writeJson(result, options.jsonFile());
    }
  }
}
