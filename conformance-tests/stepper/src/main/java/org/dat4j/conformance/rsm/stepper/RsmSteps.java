package org.dat4j.conformance.rsm.stepper;

import org.dat4j.conformance.stepper.RandomChoice;

/**
 * Chooses the RSM stepper's next call: picks a random one by its weight and hands it to the class
 * that makes it.
 */
final class RsmSteps {
  private final ControllerModel world;
  private final ExportSteps exports;
  private final ImportSteps imports;
  private final TransferSteps transfers;
  private final SignalSteps signals;

  RsmSteps(ControllerModel world) {
    this.world = world;
    this.exports = new ExportSteps(world);
    this.imports = new ImportSteps(world);
    this.transfers = new TransferSteps(world);
    this.signals = new SignalSteps(world);
  }

  /** Makes one step: a function of the seed, its number and what there is. */
  void step(long seed, long number) {
    world.number(number);
    RandomChoice choice = new RandomChoice(seed, number);
    String call = world.tables.call(choice);
    RsmModelTables.Wrong wrong = world.tables.wrong(call, choice);
    PlannedRsmCall step = new PlannedRsmCall(call, wrong, choice);
    boolean done =
        exports.step(step) || imports.step(step) || transfers.step(step) || signals.step(step);
    if (!done) {
      throw new IllegalStateException("calls.tsv has '" + call + "', which nobody makes");
    }
  }

  /** Compares all memory once more and ends every handle. */
  void end(RandomChoice choice) {
    transfers.compareAll();
    imports.endAll(choice);
    exports.endAll(choice);
  }
}
