package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * All objects of one kind that the DAT stepper can pass to a call: open ones, recently freed ones,
 * and one of another adapter instance.
 */
public final class ObjectSet<T extends ModelObject> {
  private static final int GRAVES = 6;

  private final int room;
  private final List<T> living = new ArrayList<>();
  private final Deque<T> dead = new ArrayDeque<>();
  private T foreign;

  public ObjectSet(int room) {
    this.room = room;
  }

  public List<T> living() {
    return living;
  }

  public boolean full() {
    return living.size() >= room;
  }

  public void add(T thing) {
    living.add(thing);
  }

  public void bury(T thing) {
    thing.gone = true;
    living.remove(thing);
    dead.addLast(thing);
    if (dead.size() > GRAVES) {
      dead.removeFirst();
    }
  }

  public T pick(RandomChoice choice) {
    return choice.pick(living, object -> object.id);
  }

  public T pick(RandomChoice choice, Predicate<T> which) {
    return choice.pick(living.stream().filter(which).toList(), object -> object.id);
  }

  public T dead(RandomChoice choice) {
    return choice.pick(dead, object -> object.id);
  }

  /** Finds the last freed object that meets a condition, or null. */
  T lastDead(Predicate<T> which) {
    Iterator<T> latest = dead.descendingIterator();
    while (latest.hasNext()) {
      T thing = latest.next();
      if (which.test(thing)) {
        return thing;
      }
    }
    return null;
  }

  /** Names the object that has a handle in words. */
  String nameOf(Object handle) {
    return Stream.concat(living.stream(), dead.stream())
        .filter(thing -> thing.object == handle)
        .map(ModelObject::inWords)
        .findFirst()
        .orElse(handle == null ? "none" : "an unknown one");
  }

  /**
   * Picks an open object, or a freed one if the planned call asks for it; null if there is none.
   */
  public T subject(PlannedCall move) {
    return move.is("subject_freed") ? dead(move.choice()) : pick(move.choice());
  }

  /**
   * Picks an argument of a call: a freed or foreign object if the planned call asks for one under
   * this name, else the right one; null if there is none.
   */
  public T argument(PlannedCall move, String name, Supplier<T> right) {
    if (move.is(name + "_freed")) {
      return dead(move.choice());
    }
    return move.is(name + "_foreign") ? foreign : right.get();
  }

  public T foreign() {
    return foreign;
  }

  public void foreign(T thing) {
    this.foreign = thing;
  }
}
