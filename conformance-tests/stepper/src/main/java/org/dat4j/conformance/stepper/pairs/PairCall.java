package org.dat4j.conformance.stepper.pairs;

import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One call that the steppers make in pairs, two at once: how it is made on the objects, and what it
 * does to their model. Immutable.
 *
 * <p>A call that does not block is one point in an order. One that blocks has two: it starts to
 * wait, and it ends. Between them lies the other call, or a relief: a further call that ends a wait
 * which the other call does not end.
 *
 * @param <S> the scene
 * @param <M> its model
 */
public final class PairCall<S, M> {
  /** The part of the model for a call that may wait. */
  public interface Wait<M> {
    /** Follows the start of the wait; false if the answer contradicts it already. */
    boolean start(M model, int slot, Answer answer);

    /** Follows the end of the wait; false if the model does not allow this answer now. */
    boolean end(M model, int slot, Answer answer);

    /** Returns whether the wait has to end now. */
    boolean mustEnd(M model, int slot);

    /** Follows the relief. */
    void relieve(M model);
  }

  private final String name;
  private final Function<S, Answer> deed;
  private final BiPredicate<M, Answer> effect;
  private final Wait<M> wait;
  private final Consumer<S> relief;
  private final Predicate<M> where;
  private final boolean far;

  private PairCall(
      String name,
      Function<S, Answer> deed,
      BiPredicate<M, Answer> effect,
      Wait<M> wait,
      Consumer<S> relief,
      Predicate<M> where,
      boolean far) {
    this.name = name;
    this.deed = deed;
    this.effect = effect;
    this.wait = wait;
    this.relief = relief;
    this.where = where;
    this.far = far;
  }

  /**
   * Makes a call that does not wait for other calls.
   *
   * @param effect follows the call in the model; false if the model does not allow its answer
   */
  public static <S, M> PairCall<S, M> of(
      String name, Function<S, Answer> deed, BiPredicate<M, Answer> effect) {
    return new PairCall<>(name, deed, effect, null, null, model -> true, false);
  }

  /** Makes a call that waits, with the call that relieves it. */
  public static <S, M> PairCall<S, M> waiting(
      String name, Function<S, Answer> deed, Wait<M> wait, Consumer<S> relief) {
    return new PairCall<>(name, deed, null, wait, relief, model -> true, false);
  }

  /** Restricts the call to states in which it is allowed. */
  public PairCall<S, M> where(Predicate<M> allowed) {
    return new PairCall<>(name, deed, effect, wait, relief, allowed, far);
  }

  /**
   * Says that the call is made by the far side of the scene, which may be in a second JVM: its deed
   * makes exactly one call of that side.
   */
  public PairCall<S, M> far() {
    return new PairCall<>(name, deed, effect, wait, relief, where, true);
  }

  /**
   * Makes the same call on one of two sets of objects.
   *
   * @param renamed its name there
   * @param scenes gives the scene of the set
   * @param models gives the model of the set
   * @param <T> the scene of both
   * @param <N> the model of both
   */
  <T, N> PairCall<T, N> within(String renamed, Function<T, S> scenes, Function<N, M> models) {
    return new PairCall<>(
        renamed,
        both -> deed.apply(scenes.apply(both)),
        effect == null ? null : (both, answer) -> effect.test(models.apply(both), answer),
        wait == null ? null : new WaitWithin<>(wait, models),
        relief == null ? null : both -> relief.accept(scenes.apply(both)),
        both -> where.test(models.apply(both)),
        far);
  }

  /** A wait on one of two sets of objects. */
  private record WaitWithin<M, N>(Wait<M> one, Function<N, M> models) implements Wait<N> {
    @Override
    public boolean start(N both, int slot, Answer answer) {
      return one.start(models.apply(both), slot, answer);
    }

    @Override
    public boolean end(N both, int slot, Answer answer) {
      return one.end(models.apply(both), slot, answer);
    }

    @Override
    public boolean mustEnd(N both, int slot) {
      return one.mustEnd(models.apply(both), slot);
    }

    @Override
    public void relieve(N both) {
      one.relieve(models.apply(both));
    }
  }

  String name() {
    return name;
  }

  boolean isFar() {
    return far;
  }

  boolean blocks() {
    return wait != null;
  }

  boolean isAllowed(M model) {
    return where.test(model);
  }

  Answer make(S scene) {
    return deed.apply(scene);
  }

  void relieve(S scene) {
    relief.accept(scene);
  }

  boolean follow(M model, Answer answer) {
    return effect.test(model, answer);
  }

  Wait<M> waitModel() {
    return wait;
  }
}
