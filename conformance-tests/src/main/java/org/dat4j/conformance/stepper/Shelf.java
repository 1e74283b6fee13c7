package org.dat4j.conformance.stepper;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** All objects of one kind: the living, some of the dead, and one of another adapter instance. */
final class Shelf<T extends Thing> {
  private static final int GRAVES = 6;

  private final int room;
  private final List<T> living = new ArrayList<>();
  private final Deque<T> dead = new ArrayDeque<>();
  private T foreign;

  Shelf(int room) {
    this.room = room;
  }

  List<T> living() {
    return living;
  }

  boolean full() {
    return living.size() >= room;
  }

  void add(T thing) {
    living.add(thing);
  }

  void bury(T thing) {
    thing.gone = true;
    living.remove(thing);
    dead.addLast(thing);
    if (dead.size() > GRAVES) {
      dead.removeFirst();
    }
  }

  T pick(Choice choice) {
    return choice.pick(living);
  }

  T pick(Choice choice, Predicate<T> which) {
    return choice.pick(living.stream().filter(which).toList());
  }

  T dead(Choice choice) {
    return choice.pick(dead);
  }

  /** The last that died of those that suit, null where there is none. */
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

  /** A living one, or a dead one where the move asks for it; null where there is none. */
  T subject(Move move) {
    return move.is("subject_freed") ? dead(move.choice()) : pick(move.choice());
  }

  T foreign() {
    return foreign;
  }

  void foreign(T thing) {
    this.foreign = thing;
  }
}
