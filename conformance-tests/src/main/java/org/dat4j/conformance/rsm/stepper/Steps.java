package org.dat4j.conformance.rsm.stepper;

import org.dat4j.conformance.stepper.Choice;

/** Decides what a step does and hands it to who does it. */
final class Steps {
  private final World world;
  private final ExportSteps exports;
  private final ImportSteps imports;
  private final TransferSteps transfers;
  private final SignalSteps signals;

  Steps(World world) {
    this.world = world;
    this.exports = new ExportSteps(world);
    this.imports = new ImportSteps(world);
    this.transfers = new TransferSteps(world);
    this.signals = new SignalSteps(world);
  }

  /** Makes one step: a function of the seed, its number and what there is. */
  void step(long seed, long number) {
    world.number(number);
    Choice choice = new Choice(seed, number);
    String call = world.tables.call(choice);
    Tables.Wrong wrong = world.tables.wrong(call, choice);
    Step step = new Step(call, wrong, choice);
    boolean done =
        exports.step(step) || imports.step(step) || transfers.step(step) || signals.step(step);
    if (!done) {
      throw new IllegalStateException("calls.tsv has '" + call + "', which nobody makes");
    }
  }

  /** Looks at all memory once more and ends every handle. */
  void end(Choice choice) {
    transfers.compareAll();
    imports.endAll(choice);
    exports.endAll(choice);
  }
}
