package org.dat4j.conformance.stepper.pairs;

import java.util.function.Supplier;

/**
 * Two separate sets of objects for a stepper's pair, two calls made at once: a call on one set must
 * not influence the other. Each set is on an adapter or controller of its own.
 *
 * @param near the scene of the first call
 * @param far the scene of the second call
 * @param <S> the scene
 * @param <M> its model
 */
public record IndependentScenes<S extends PairScene<M>, M>(S near, S far)
    implements PairScene<IndependentScenes.Models<M>> {
  /**
   * The models of both scenes.
   *
   * @param near of the scene of the first call
   * @param far of the other
   * @param <M> the model
   */
  public record Models<M>(M near, M far) {}

  static <S extends PairScene<M>, M> IndependentScenes<S, M> of(Supplier<S> near, Supplier<S> far) {
    S first = near.get();
    try {
      return new IndependentScenes<>(first, far.get());
    } catch (RuntimeException e) {
      first.close();
      throw e;
    }
  }

  @Override
  public Models<M> model() {
    return new Models<>(near.model(), far.model());
  }

  @Override
  public void look() {
    near.look();
    far.look();
  }

  @Override
  public String differs(Models<M> models) {
    String problem = near.differs(models.near());
    return problem != null ? "near: " + problem : far(far.differs(models.far()));
  }

  private static String far(String problem) {
    return problem == null ? null : "far: " + problem;
  }

  @Override
  public void close() {
    try {
      near.close();
    } finally {
      far.close();
    }
  }
}
