package org.dat4j.conformance.rsm.stepper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.dat4j.conformance.rsm.RsmKit;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.rsm.mutant.RsmMutants;
import org.dat4j.conformance.stepper.Epochs;
import org.dat4j.conformance.stepper.SingleRun;
import org.dat4j.conformance.stepper.StepOptions;
import org.dat4j.conformance.stepper.StepResult;
import org.dat4j.conformance.stepper.StepRun;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.SegmentInfo;

/**
 * Makes random calls on a controller and compares every answer, the data and the signals with a
 * model that was written from the contract alone. Run once; {@link #cancel()} may come from any
 * thread.
 */
public final class RsmStepper implements StepRun {
  private final StepOptions options;
  private final LongConsumer progress;
  private volatile boolean cancelled;

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param progress told the number of calls made so far, now and then, by the running thread
   */
  public RsmStepper(StepOptions options, LongConsumer progress) {
    this.options = options;
    this.progress = progress;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  private RsmSource source() {
    if (options.mutant() == null) {
      return RsmSource.PLAIN;
    }
    RsmKit kit = new RsmKit();
    RsmMutants mutants = new RsmMutants(kit.catalogue(), kit.index());
    if (mutants.all().find(options.mutant()).isEmpty()) {
      throw new IllegalArgumentException("no mutant '" + options.mutant() + "'");
    }
    return mutants.inFrontOf(options.mutant(), RsmSource.PLAIN);
  }

  /** Segments of this process that the interconnect shows. */
  private static Set<Integer> segments() {
    Set<Integer> ids = new HashSet<>();
    for (SegmentInfo segment : RsmRegistry.builder().build().segments()) {
      if (segment.ownerPid() == ProcessHandle.current().pid()) {
        ids.add(segment.segmentId());
      }
    }
    return ids;
  }

  @Override
  public StepResult run() {
    Tables tables = new Tables(options.without());
    Set<Integer> before = segments();
    StepResult result;
    try (RsmSource source = source()) {
      result =
          options.threads() == 1
              ? new SingleRun(
                      options,
                      new RsmLife(options, tables, source, () -> cancelled),
                      () -> cancelled,
                      progress)
                  .run()
              : Epochs.run(
                  options,
                  new CrowdLives(options, tables, source, () -> cancelled),
                  () -> cancelled,
                  progress);
    }
    Set<Integer> left = segments();
    left.removeAll(before);
    if (!result.agrees() || cancelled || left.isEmpty()) {
      return result;
    }
    return new StepResult(
        result.calls(),
        result.refusals(),
        false,
        "leak: segments are left: " + left,
        result.step(),
        options.from(),
        options.calls(),
        List.of(),
        List.of());
  }
}
