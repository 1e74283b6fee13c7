package org.dat4j.conformance;

import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.conformance.catalogue.CatalogueException;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.KernelRun;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.Progress;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.dat.spi.Suggestions;

/**
 * Runs the suite once. {@link #run()} blocks until the end; {@link #cancel} may be called by any
 * thread.
 */
public final class SuiteRunner {
  private final ContractKit kit;
  private final SuiteOptions options;
  private final Progress progress;
  private final AtomicReference<KernelRun> running = new AtomicReference<>();
  private volatile boolean cancelled;

  /**
   * Prepares a run of one of the suite's contracts.
   *
   * @param options what to run and where to write
   * @param progress follows the run
   * @throws UsageException if the contract is unknown
   */
  public SuiteRunner(SuiteOptions options, Progress progress) {
    this(kit(options.contract()), options, progress);
  }

  /**
   * Prepares a run of a given contract.
   *
   * @param kit the contract
   * @param options what to run and where to write
   * @param progress follows the run
   */
  public SuiteRunner(ContractKit kit, SuiteOptions options, Progress progress) {
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
    return new SuiteRunner(options, Progress.SILENT).run();
  }

  /**
   * Runs the suite and writes the reports that were asked for, also after {@link #cancel}.
   *
   * @return what was found
   * @throws UsageException if the run cannot start as asked or a report cannot be written
   */
  public SuiteResult run() {
    String mutant = options.target().mutant();
    String selection = options.clauses();
    if (mutant != null) {
      Mutant known = kit.mutant(mutant).orElseThrow(() -> unknown(mutant));
      selection = options.clausesChosen() ? selection : String.join(",", known.clauses());
    }
    TimeFactor.value();
    SuiteResult result;
    try (Environment environment = kit.open(options.target())) {
      KernelRun run =
          new KernelRun(
              kit, selection, options.target(), environment, deviations(), options.seed());
      running.set(run);
      if (cancelled) {
        run.cancel();
      }
      result = run.run(progress);
    }
    write(result);
    return result;
  }

  private UsageException unknown(String mutant) {
    List<String> near = Suggestions.of(mutant, kit.mutants());
    String hint = near.isEmpty() ? "dat4j mutants --list shows all" : "the nearest are " + near;
    return new UsageException("mutant '" + mutant + "' is unknown; " + hint);
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
    try {
      if (options.reportDirectory() != null) {
        Reports.writeAll(result, options.reportDirectory());
      }
      if (options.jsonFile() != null) {
        Reports.writeJson(result, options.jsonFile());
      }
    } catch (IOException e) {
      throw new UsageException("a report cannot be written: " + e, e);
    }
  }
}
