package org.dat4j.conformance.stepper.pairs;

import java.util.ArrayList;
import java.util.List;

/**
 * Judges a stepper's pair, two calls made at once: looks for an order in which the model explains
 * answers, events and states. It follows the calls in the model, in each order that the time stamps
 * allow. It also says whether a call that waits should have been woken.
 *
 * @param <S> the scene
 * @param <M> its model
 */
final class OrderSearch<S extends PairScene<M>, M> {
  private static final int FIRST_LANE = 0;
  private static final int SECOND_LANE = 1;
  private static final int RELIEF_LANE = 2;

  /** How an outcome is explained: by which orders. */
  record OrderExplanation(
      boolean firstOrder, boolean secondOrder, boolean blocked, String problem) {
    boolean found() {
      return firstOrder || secondOrder || blocked;
    }
  }

  private final S scene;
  private final List<PairCall<S, M>> calls;
  private final List<Answer> answers;
  private final List<PairCall<S, M>> reliefs;
  private final PairExceptions exceptions;

  /**
   * Prepares the search.
   *
   * @param exceptions answers that a page allows in a meeting besides those of both orders
   * @param answers of the two calls; null for one that has not returned
   * @param reliefs the calls that were relieved, in order
   */
  OrderSearch(
      PairExceptions exceptions,
      S scene,
      PairCall<S, M> first,
      PairCall<S, M> second,
      List<Answer> answers,
      List<PairCall<S, M>> reliefs) {
    this.exceptions = exceptions;
    this.scene = scene;
    this.calls = List.of(first, second);
    this.answers = answers;
    this.reliefs = reliefs;
  }

  private int points(int lane) {
    return lane == RELIEF_LANE ? reliefs.size() : calls.get(lane).blocks() ? 2 : 1;
  }

  /** Lists every order of the points of the three lanes. */
  private void orders(int[] left, List<Integer> begun, List<List<Integer>> all) {
    boolean over = true;
    for (int lane = FIRST_LANE; lane <= RELIEF_LANE; lane++) {
      if (left[lane] > 0) {
        over = false;
        left[lane]--;
        begun.add(lane);
        orders(left, begun, all);
        begun.remove(begun.size() - 1);
        left[lane]++;
      }
    }
    if (over) {
      all.add(List.copyOf(begun));
    }
  }

  /**
   * Explains the outcome.
   *
   * @param secondBegan whether the second call began before the first one ended
   * @param firstBegan whether the first call began before the second one ended
   */
  OrderExplanation explain(boolean secondBegan, boolean firstBegan) {
    List<List<Integer>> orders = new ArrayList<>();
    orders(
        new int[] {points(FIRST_LANE), points(SECOND_LANE), points(RELIEF_LANE)},
        new ArrayList<>(),
        orders);
    boolean firstOrder = false;
    boolean secondOrder = false;
    boolean blocked = false;
    List<String> problems = new ArrayList<>();
    for (List<Integer> order : orders) {
      boolean ordered = order.lastIndexOf(FIRST_LANE) < order.indexOf(SECOND_LANE);
      boolean reversed = order.lastIndexOf(SECOND_LANE) < order.indexOf(FIRST_LANE);
      if (!ordered && !secondBegan || !reversed && !firstBegan) {
        continue;
      }
      String problem = follow(order);
      if (problem != null) {
        String line = words(order) + ": " + problem;
        if (!problems.contains(line)) {
          problems.add(line);
        }
        continue;
      }
      firstOrder |= ordered;
      secondOrder |= reversed;
      blocked |= !ordered && !reversed;
    }
    return new OrderExplanation(firstOrder, secondOrder, blocked, String.join("\n", problems));
  }

  private String words(List<Integer> order) {
    List<String> words = new ArrayList<>();
    int[] seen = new int[RELIEF_LANE + 1];
    for (int lane : order) {
      int point = seen[lane]++;
      String what = lane == RELIEF_LANE ? "relief" : calls.get(lane).name();
      boolean twice = lane != RELIEF_LANE && points(lane) == 2;
      words.add(!twice ? what : point == 0 ? what + " starts" : what + " ends");
    }
    return String.join(", ", words);
  }

  /** Follows one order; returns what contradicts it, or null. */
  private String follow(List<Integer> order) {
    M model = scene.model();
    int[] seen = new int[RELIEF_LANE + 1];
    for (int lane : order) {
      int point = seen[lane]++;
      if (lane != RELIEF_LANE && isException(lane)) {
        continue;
      }
      if (!follow(model, lane, point)) {
        return "the model does not allow this answer of " + calls.get(lane).name();
      }
    }
    return scene.differs(model);
  }

  private boolean isException(int lane) {
    String other = calls.get(1 - lane).name();
    return exceptions.allow(calls.get(lane).name(), other, answers.get(lane));
  }

  /** Follows one point of a lane; returns whether the model allows it. */
  private boolean follow(M model, int lane, int point) {
    if (lane == RELIEF_LANE) {
      reliefs.get(point).waitModel().relieve(model);
      return true;
    }
    PairCall<S, M> call = calls.get(lane);
    Answer answer = answers.get(lane);
    if (!call.blocks()) {
      return call.follow(model, answer);
    }
    return point == 0
        ? call.waitModel().start(model, lane, answer)
        : call.waitModel().end(model, lane, answer);
  }

  /**
   * Returns whether a waiting call has to end by itself: in every order of what has happened so
   * far, the model wakes it.
   */
  boolean isWakeUpDue(int waiting) {
    List<List<Integer>> orders = new ArrayList<>();
    int other = 1 - waiting;
    int[] left = {1, 1, reliefs.size()};
    boolean otherEnded = answers.get(other) != null;
    left[other] = otherEnded ? points(other) : 1;
    orders(left, new ArrayList<>(), orders);
    boolean any = false;
    for (List<Integer> order : orders) {
      M model = scene.model();
      boolean fits = true;
      int[] seen = new int[RELIEF_LANE + 1];
      for (int lane : order) {
        int point = seen[lane]++;
        fits &= follow(model, lane, point);
      }
      if (fits) {
        any = true;
        if (!calls.get(waiting).waitModel().mustEnd(model, waiting)) {
          return false;
        }
      }
    }
    return any;
  }
}
