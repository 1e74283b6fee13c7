package org.dat4j.conformance.stepper.pairs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * The calls on one kind of object and the states in which they find it. Every two calls that a
 * state allows are a pair, in both orders.
 *
 * @param <S> the scene of one step
 * @param <M> its model
 */
public final class PairFamily<S extends PairScene<M>, M> {
  private final String object;
  private final Map<String, Supplier<S>> states = new LinkedHashMap<>();
  private final List<PairCall<S, M>> calls = new ArrayList<>();
  private BiPredicate<String, String> related = (first, second) -> true;

  public PairFamily(String object) {
    this.object = object;
  }

  public PairFamily<S, M> state(String name, Supplier<S> maker) {
    states.put(name, maker);
    return this;
  }

  public PairFamily<S, M> call(PairCall<S, M> call) {
    calls.add(call);
    return this;
  }

  /** Restricts the pairs to those that a condition on the names of both calls selects. */
  public PairFamily<S, M> related(BiPredicate<String, String> condition) {
    related = condition;
    return this;
  }

  /** Lists the pairs. Makes one scene of each state to learn which calls it allows. */
  List<Pair<S, M>> pairs() {
    List<Pair<S, M>> pairs = new ArrayList<>();
    states.forEach(
        (state, maker) -> {
          M model;
          try (S scene = maker.get()) {
            model = scene.model();
          }
          for (PairCall<S, M> first : calls) {
            for (PairCall<S, M> second : calls) {
              if (first.isAllowed(model)
                  && second.isAllowed(model)
                  && related.test(first.name(), second.name())) {
                pairs.add(new Pair<>(object, state, maker, first, second));
              }
            }
          }
        });
    return pairs;
  }

  /** Two calls at once, on objects in one state. */
  record Pair<S extends PairScene<M>, M>(
      String object, String state, Supplier<S> maker, PairCall<S, M> first, PairCall<S, M> second) {
    String name() {
      return object + "/" + state + "/" + first.name() + "+" + second.name();
    }
  }
}
