package org.dat4j.conformance.rsm.stepper;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.rsm.stepper.sides.RsmFarSides;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.spi.StepRun;
import org.dat4j.conformance.spi.StepperFactory;
import org.dat4j.conformance.stepper.ConcurrentRuns;
import org.dat4j.conformance.stepper.SequentialRun;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.SegmentInfo;

/**
 * The stepper of RSM: makes random calls on a controller and compares every answer, the data and
 * the signals with a model. The model is written from the contract alone. Run once; {@link
 * #cancel()} may come from any thread.
 */
public final class RsmStepper implements StepRun {
  private final StepOptions options;
  private final LongConsumer progress;
  private volatile boolean cancelled;

  /** The service that prepares runs on RSM. */
  public static final class Factory implements StepperFactory {
    /** For the service loader. */
    public Factory() {}

    @Override
    public String contract() {
      return "rsm";
    }

    @Override
    public StepRun prepare(StepOptions options, LongConsumer progress) {
      return new RsmStepper(options, progress);
    }

    @Override
    public PairRun preparePairs(PairOptions options, BiConsumer<Integer, Integer> progress) {
      return new RsmPairs(options, RsmFarSides.source(options.mutant(), options.ia()), progress);
    }
  }

  public RsmStepper(StepOptions options, LongConsumer progress) {
    this.options = options;
    this.progress = progress;
  }

  @Override
  public void cancel() {
    cancelled = true;
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
    RsmModelTables tables = new RsmModelTables(options.without());
    Set<Integer> before = segments();
    StepResult result;
    try (RsmSource source = RsmFarSides.source(options.mutant(), options.ia())) {
      result =
          options.threads() == 1
              ? new SequentialRun(
                      options,
                      new RsmSession(options, tables, source, () -> cancelled),
                      () -> cancelled,
                      progress)
                  .run()
              : ConcurrentRuns.run(
                  options,
                  new ConcurrentRsmSession(options, tables, source, () -> cancelled),
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
        List.of(),
        null);
  }
}
