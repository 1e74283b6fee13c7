package org.dat4j.conformance.stepper.pairs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * The calls on one kind of object that a stepper makes in pairs, two at once, and the states of the
 * object beforehand. Every two calls that a state allows are a pair, in both orders.
 *
 * @param <S> the scene of one step
 * @param <M> its model
 */
public final class PairFamily<S extends PairScene<M>, M> {
  /** Ends the name of a family whose far side is in the second JVM. */
  public static final String TWO_JVMS = "-two-jvms";

  private static final String NEAR = "near_";
  private static final String FAR = "far_";

  private final String object;
  private final Map<String, Supplier<S>> states = new LinkedHashMap<>();
  private final List<PairCall<S, M>> calls = new ArrayList<>();
  private BiPredicate<String, String> related = (first, second) -> true;
  private boolean across;

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

  /** Restricts the pairs to those of a call of this JVM and one of the second JVM. */
  public PairFamily<S, M> acrossJvms() {
    across = true;
    return this;
  }

  /**
   * Lists the same calls and states for two sets of objects that have nothing to do with each
   * other: the first call is on the one set, the second call on the other.
   *
   * @param near the family whose calls come first
   * @param far the same family, with scenes on another adapter
   * @param states the names of the states
   * @param names the names of the calls
   * @param <S> the scene of one set
   * @param <M> its model
   */
  public static <S extends PairScene<M>, M>
      PairFamily<IndependentScenes<S, M>, IndependentScenes.Models<M>> apart(
          PairFamily<S, M> near, PairFamily<S, M> far, List<String> states, Set<String> names) {
    PairFamily<IndependentScenes<S, M>, IndependentScenes.Models<M>> both =
        new PairFamily<>(near.object + "-apart");
    for (String state : states) {
      both.state(state, () -> IndependentScenes.of(near.states.get(state), far.states.get(state)));
    }
    for (PairCall<S, M> call : near.calls) {
      if (names.contains(call.name())) {
        String name = call.name();
        both.call(
            call.within(NEAR + name, IndependentScenes::near, IndependentScenes.Models::near));
        both.call(call.within(FAR + name, IndependentScenes::far, IndependentScenes.Models::far));
      }
    }
    return both.related((first, second) -> first.startsWith(NEAR) && second.startsWith(FAR));
  }

  /** Computes the name of the pair that makes the same two calls in the other order. */
  static String inTheOtherOrder(String name) {
    int call = name.lastIndexOf('/') + 1;
    String[] calls = name.substring(call).split("\\+");
    // Of two separate sets of objects the first call is on the near one, in either order.
    return calls[0].startsWith(NEAR) && calls[1].startsWith(FAR)
        ? name.substring(0, call)
            + NEAR
            + calls[1].substring(FAR.length())
            + "+"
            + FAR
            + calls[0].substring(NEAR.length())
        : name.substring(0, call) + calls[1] + "+" + calls[0];
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
                  && related.test(first.name(), second.name())
                  && (!across || first.isFar() != second.isFar())) {
                pairs.add(new Pair<>(object, state, across, maker, first, second));
              }
            }
          }
        });
    return pairs;
  }

  /** Two calls at once, on objects in one state. */
  record Pair<S extends PairScene<M>, M>(
      String object,
      String state,
      boolean across,
      Supplier<S> maker,
      PairCall<S, M> first,
      PairCall<S, M> second) {
    /** Returns whether the second JVM makes a call. */
    boolean isFar(PairCall<S, M> call) {
      return across && call.isFar();
    }

    String name() {
      return object + "/" + state + "/" + first.name() + "+" + second.name();
    }
  }
}
