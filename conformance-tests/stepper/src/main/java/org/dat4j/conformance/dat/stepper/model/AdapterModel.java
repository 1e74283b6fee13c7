package org.dat4j.conformance.dat.stepper.model;

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
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Memory;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Notifier;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Request;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Window;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.dat.stepper.program.DatRecorder;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Expectation;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;

/**
 * The DAT stepper's model of one open adapter: holds the models of all its objects, makes each call
 * and compares its answer.
 */
public final class AdapterModel {
  /** A call that gives a return type or throws. */
  public interface Deed {
    int run();
  }

  public final Ia ia;
  final Ia foreignIa;
  final Ia closedIa;
  public final ModelTables tables;
  public final DeclaredCapabilities capabilities;
  public final BooleanSupplier cancelled;

  /** The recorder of the calls as a program; null if they are not recorded. */
  public final DatRecorder recorder;

  /** The time limit for events that the pages promise, in milliseconds. */
  public long patience;

  public final ObjectSet<Zone> zones = new ObjectSet<>(4);
  public final ObjectSet<Memory> memories = new ObjectSet<>(8);
  public final ObjectSet<Window> windows = new ObjectSet<>(4);
  public final ObjectSet<Queue> queues = new ObjectSet<>(12);
  public final ObjectSet<Notifier> notifiers = new ObjectSet<>(3);
  public final ObjectSet<EpModel> ends = new ObjectSet<>(8);
  public final ObjectSet<Point> points = new ObjectSet<>(4);
  public final ObjectSet<Request> requests = new ObjectSet<>(16);
  public final ObjectSet<Pool> pools = new ObjectSet<>(2);

  /** Transfers that were posted and not reported, by cookie. */
  public final Map<Long, OutstandingTransfer> posted = new HashMap<>();

  /** Transfers whose completions may have gone with their endpoint's free or reset. */
  public final Map<Long, OutstandingTransfer> lost = new HashMap<>();

  public final List<ConnectionModel> links = new ArrayList<>();

  /**
   * Whether calls that find no event are left out of the history, as while the stepper waits for
   * promised events.
   */
  public boolean quiet;

  private final Set<Ep> freed = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<String> history = new ArrayList<>();
  private long number;
  private long calls;
  private long refusals;
  private long ids;
  private long cookies;

  public AdapterModel(
      ModelTables tables,
      DeclaredCapabilities capabilities,
      Supplier<Ia> source,
      DatRecorder recorder,
      BooleanSupplier cancelled) {
    Supplier<Ia> opener = recorder == null ? source : recorder.before(source);
    this.recorder = recorder;
    this.tables = tables;
    this.capabilities = capabilities;
    this.cancelled = cancelled;
    this.closedIa = opener.get();
    closedIa.close();
    this.foreignIa = opener.get();
    this.ia = opener.get();
  }

  /** Starts a step; objects that are created in it get ids from its number. */
  public void step(long stepNumber) {
    number = stepNumber;
    ids = 0;
  }

  public long number() {
    return number;
  }

  /** Makes an id for a new object: the same in every run that makes the same step. */
  public long id() {
    return number * 10 + ids++;
  }

  /** Makes a cookie that no other transfer of this run has. */
  public long cookie() {
    return (++cookies << 8) ^ 0x5A;
  }

  public long calls() {
    return calls;
  }

  public long refusals() {
    return refusals;
  }

  public List<String> history() {
    return history;
  }

  /** Lists the objects of all kinds. */
  public List<ObjectSet<?>> shelves() {
    return List.of(zones, memories, windows, queues, notifiers, ends, points, requests, pools);
  }

  /**
   * Picks a PZ for a new object, or the wrong one that the planned call asks for; null if there is
   * none.
   */
  public Zone zone(PlannedCall move) {
    return zones.argument(move, "pz", () -> zones.pick(move.choice()));
  }

  /** Makes a call that only queries an object; false if there is none to query. */
  public boolean look(PlannedCall move, ModelObject thing, Runnable deed) {
    if (thing == null) {
      return false;
    }
    run(move, move.allowSuccess(), thing.toString(), deed);
    return true;
  }

  /** Makes a call and compares its answer with what the model allows. */
  public int call(PlannedCall move, AllowedReturns allowed, String text, Deed deed) {
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
      note(move.name() + " " + text + " -> " + AllowedReturns.name(answer));
    }
    if (!allowed.allow(answer)) {
      String message = refusal == null ? "" : " (" + refusal.getMessage() + ")";
      throw new Difference(
          move.call(),
          move.name()
              + " "
              + text
              + " answered "
              + AllowedReturns.name(answer)
              + message
              + "; the pages allow "
              + allowed,
          new Expectation.Codes(allowed.fullNames()));
    }
    return answer;
  }

  /** Makes a call that creates something: null when it was refused, as it may. */
  public <T> T make(PlannedCall move, AllowedReturns allowed, String text, Supplier<T> deed) {
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
      throw new Difference(
          move.call(),
          move.name() + " " + text + " returned null",
          new Expectation.Codes(AllowedReturns.SUCCESS.fullNames()));
    }
    return made.get(0);
  }

  /** Makes a call without a result. */
  public int run(PlannedCall move, AllowedReturns allowed, String text, Runnable deed) {
    return call(
        move,
        allowed,
        text,
        () -> {
          deed.run();
          return DatReturn.SUCCESS;
        });
  }

  /** Returns the adapter for a creation: a closed one if the planned call asks for it. */
  public Ia ia(PlannedCall move) {
    return move.is("ia_closed") ? closedIa : ia;
  }

  /**
   * Fails when an observed value is not what the model holds.
   *
   * @param what its accessor in the result of the call; a name without () is the result itself
   */
  public static void same(
      PlannedCall move, ModelObject thing, String what, Object expected, Object actual) {
    if (!Objects.equals(expected, actual)) {
      throw new Difference(
          move.call(),
          move.name() + " " + thing + ": " + what + " is " + actual + ", must be " + expected,
          new Expectation.ReturnedValue(what.contains("()") ? what : "", expected));
    }
  }

  public static void check(PlannedCall move, boolean holds, String otherwise) {
    if (!holds) {
      throw new Difference(move.call(), move.name() + ": " + otherwise);
    }
  }

  public void note(String line) {
    history.add(number + " " + line);
  }

  /** Finds the model of an open endpoint; null if it is not open. */
  public EpModel end(Ep ep) {
    for (EpModel end : ends.living()) {
      if (end.ep == ep) {
        return end;
      }
    }
    return null;
  }

  /** Finds the open service point at a connection qualifier, or null. */
  public Point point(long qualifier) {
    return points.living().stream().filter(p -> p.qualifier == qualifier).findFirst().orElse(null);
  }

  /** Returns whether this is an endpoint of this adapter that was freed. */
  public boolean known(Ep ep) {
    return freed.contains(ep);
  }

  /** Notes that an endpoint was freed; events of it may still come. */
  public void freed(EpModel end) {
    ends.bury(end);
    freed.add(end.ep);
  }

  /** Ends both instances whatever state they are in. */
  public void dispose() {
    ia.close();
    foreignIa.close();
  }
}
