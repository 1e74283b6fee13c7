package org.dat4j.conformance.spi;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.dat4j.conformance.catalogue.Deviations;

/**
 * Service that gives the suite the stepper of one contract, which makes random calls and compares
 * answers with a model; found by the service loader.
 */
public interface StepperFactory {
  /**
   * Names the contract.
   *
   * @return {@code dat} or {@code rsm}
   */
  String contract();

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param progress told the number of calls made so far, now and then, by the running thread
   * @return the run
   */
  StepRun prepare(StepOptions options, LongConsumer progress);

  /**
   * Prepares a run of the pairs, which makes every two related calls at once.
   *
   * @param options what to do
   * @param progress told the number of pairs made and of all pairs, by the running thread
   * @return the run
   */
  PairRun preparePairs(PairOptions options, BiConsumer<Integer, Integer> progress);

  /**
   * Tells what to leave out on an adapter that is known to break clauses of the contract.
   *
   * @param deviations of the adapter
   * @return names of capabilities, for {@link StepOptions#without()}; none unless the model has
   *     them
   */
  default Set<String> without(Deviations deviations) {
    return Set.of();
  }

  /**
   * Finds the stepper of a contract.
   *
   * @param contract its name
   * @return the factory, or empty if the steppers are not on the class path
   */
  static Optional<StepperFactory> find(String contract) {
    return ServiceLoader.load(StepperFactory.class, StepperFactory.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .filter(factory -> factory.contract().equals(contract))
        .findFirst();
  }
}
