package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.conformance.stepper.Things.Memory;
import org.dat4j.conformance.stepper.Things.Notifier;
import org.dat4j.conformance.stepper.Things.Point;
import org.dat4j.conformance.stepper.Things.Pool;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Request;
import org.dat4j.conformance.stepper.Things.Window;
import org.dat4j.conformance.stepper.Things.Zone;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;

/** One adapter instance, everything the model knows of it, and the way calls are made on it. */
final class World {
  /** A call that gives a return type or throws. */
  interface Deed {
    int run();
  }

  final Ia ia;
  final Ia foreignIa;
  final Ia closedIa;
  final Tables tables;
  final Abilities abilities;
  final BooleanSupplier cancelled;

  /** How long promised events may take, in milliseconds. */
  long patience;

  final Shelf<Zone> zones = new Shelf<>(4);
  final Shelf<Memory> memories = new Shelf<>(8);
  final Shelf<Window> windows = new Shelf<>(4);
  final Shelf<Queue> queues = new Shelf<>(12);
  final Shelf<Notifier> notifiers = new Shelf<>(3);
  final Shelf<End> ends = new Shelf<>(8);
  final Shelf<Point> points = new Shelf<>(4);
  final Shelf<Request> requests = new Shelf<>(16);
  final Shelf<Pool> pools = new Shelf<>(2);

  /** Transfers that were posted and not reported, by cookie. */
  final Map<Long, Posted> posted = new HashMap<>();

  /** Transfers whose completions may have gone with their endpoint's free or reset. */
  final Map<Long, Posted> lost = new HashMap<>();

  final List<Link> links = new ArrayList<>();

  /** Takes of nothing are not worth a line while promised events are waited for. */
  boolean quiet;

  private final Set<Ep> freed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> history = new ArrayList<>();
  private long number;
  private long calls;
  private long refusals;
  private long ids;
  private long cookies;

  World(Tables tables, Abilities abilities, Supplier<Ia> opener, BooleanSupplier cancelled) {
    this.tables = tables;
    this.abilities = abilities;
    this.cancelled = cancelled;
    this.closedIa = opener.get();
    closedIa.close();
    this.foreignIa = opener.get();
    this.ia = opener.get();
  }

  /** Starts a step: what is made in it is known by the step's number. */
  void step(long stepNumber) {
    number = stepNumber;
    ids = 0;
  }

  long number() {
    return number;
  }

  /** A number for a new thing: the same in every run that makes the same step. */
  long id() {
    return number * 10 + ids++;
  }

  /** A cookie that no other transfer of this run has. */
  long cookie() {
    return (++cookies << 8) ^ 0x5A;
  }

  long calls() {
    return calls;
  }

  long refusals() {
    return refusals;
  }

  List<String> history() {
    return history;
  }

  /** Everything there is, kind by kind. */
  List<Shelf<?>> shelves() {
    return List.of(zones, memories, windows, queues, notifiers, ends, points, requests, pools);
  }

  /** A zone for a new thing; null where there is none to make the move with. */
  Zone zone(Move move) {
    if (move.is("pz_freed")) {
      return zones.dead(move.choice());
    }
    return move.is("pz_foreign") ? zones.foreign() : zones.pick(move.choice());
  }

  /** Makes a call that only looks at a thing; false where there is none. */
  boolean look(Move move, Thing thing, Runnable deed) {
    if (thing == null) {
      return false;
    }
    run(move, move.allowSuccess(), thing.toString(), deed);
    return true;
  }

  /** Makes a call and compares its answer with what the model allows. */
  int call(Move move, Answers allowed, String text, Deed deed) {
    int answer;
    DatException refusal = null;
    try {
      answer = deed.run();
    } catch (DatException e) {
      answer = e.type();
      refusal = e;
      refusals++;
    } catch (Difference e) {
      throw e;
    } catch (RuntimeException e) {
      note(move.name() + " " + text + " -> " + e);
      throw new Difference(move.call(), move.name() + " " + text + " threw " + e, e);
    }
    if (!quiet || answer != DatReturn.QUEUE_EMPTY && answer != DatReturn.TIMEOUT_EXPIRED) {
      calls++;
      note(move.name() + " " + text + " -> " + Answers.name(answer));
    }
    if (!allowed.allow(answer)) {
      String message = refusal == null ? "" : " (" + refusal.getMessage() + ")";
      throw new Difference(
          move.call(),
          move.name()
              + " "
              + text
              + " answered "
              + Answers.name(answer)
              + message
              + "; the pages allow "
              + allowed);
    }
    return answer;
  }

  /** Makes a call that creates something: null when it was refused, as it may. */
  <T> T make(Move move, Answers allowed, String text, Supplier<T> deed) {
    List<T> made = new ArrayList<>(1);
    int answer =
        call(
            move,
            allowed,
            text,
            () -> {
              made.add(deed.get());
              return DatReturn.SUCCESS;
            });
    if (answer != DatReturn.SUCCESS) {
      return null;
    }
    if (made.get(0) == null) {
      throw new Difference(move.call(), move.name() + " " + text + " returned null");
    }
    return made.get(0);
  }

  /** Makes a call without a result. */
  int run(Move move, Answers allowed, String text, Runnable deed) {
    return call(
        move,
        allowed,
        text,
        () -> {
          deed.run();
          return DatReturn.SUCCESS;
        });
  }

  /** The instance to create something on: a closed one where the move asks for it. */
  Ia ia(Move move) {
    return move.is("ia_closed") ? closedIa : ia;
  }

  /** Fails when an observed value is not what the model holds. */
  static void same(Move move, Thing thing, String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new Difference(
          move.call(),
          move.name() + " " + thing + ": " + what + " is " + actual + ", must be " + expected);
    }
  }

  static void check(Move move, boolean holds, String otherwise) {
    if (!holds) {
      throw new Difference(move.call(), move.name() + ": " + otherwise);
    }
  }

  void note(String line) {
    history.add(number + " " + line);
  }

  /** The endpoint of an event: living or just freed, null when it is none of these. */
  End end(Ep ep) {
    for (End end : ends.living()) {
      if (end.ep == ep) {
        return end;
      }
    }
    return null;
  }

  /** The living service point at a qualifier, or null. */
  Point point(long qualifier) {
    return points.living().stream().filter(p -> p.qualifier == qualifier).findFirst().orElse(null);
  }

  /** Whether an endpoint of this world was freed. */
  boolean known(Ep ep) {
    return freed.contains(ep);
  }

  /** An endpoint is no more; events of it may still be found. */
  void freed(End end) {
    ends.bury(end);
    freed.add(end.ep);
  }

  /** Ends both instances whatever state they are in. */
  void dispose() {
    ia.close();
    foreignIa.close();
  }
}
