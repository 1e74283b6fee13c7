package org.dat4j.conformance.rsm.stepper;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.rsm.RsmReturn;

/**
 * The model by which the RSM stepper judges a pair, two calls made at once, on an import with two
 * barriers. It follows the two calls in one order. Codes come from the tables of the stepper.
 */
final class BarrierPairModel {
  /** The state in which the calls find the import and its first barrier. */
  enum BarrierSetup {
    IMPLICIT,
    EXPLICIT_CLOSED,
    EXPLICIT_OPEN;

    String state() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** A barrier. */
  static final class PairBarrier {
    boolean open;
    boolean destroyed;

    /** In which memory of the export a put began and ended while it was open. */
    private final boolean[] owed = new boolean[2];

    /** In which memory its successful close promised the data of such a put. */
    private final boolean[] promised = new boolean[2];
  }

  private final RsmModelTables tables;
  private final boolean implicit;
  final PairBarrier first = new PairBarrier();
  final PairBarrier other = new PairBarrier();

  /** A call made a third barrier, which implicit transfers use from then on. */
  private boolean replaced;

  private boolean gone;
  private boolean aborted;
  private boolean exportGone;
  private boolean rebound;
  private final boolean[] putDone = new boolean[2];

  BarrierPairModel(RsmModelTables tables, BarrierSetup before) {
    this.tables = tables;
    implicit = before == BarrierSetup.IMPLICIT;
    first.open = before == BarrierSetup.EXPLICIT_OPEN;
  }

  private static boolean succeeds(Answer answer) {
    return answer.code() == RsmReturn.SUCCESS;
  }

  private AllowedCodes ofSpan(String call, PairBarrier span) {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, span.destroyed, "destroyed");
    RsmModel.Segment.add(words, gone, "gone");
    RsmModel.Segment.add(words, !span.open, "closed");
    RsmModel.Segment.add(words, aborted, "aborted");
    return tables.answer(call, words);
  }

  private AllowedCodes ofImport(String call, boolean bare) {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, gone, "gone");
    RsmModel.Segment.add(words, aborted, "aborted");
    RsmModel.Segment.add(words, implicit, "implicit");
    RsmModel.Segment.add(words, implicit && bare, "bare");
    return tables.answer(call, words);
  }

  boolean open(PairBarrier span, Answer answer) {
    boolean allowed = ofSpan("open", span).allow(answer.code());
    span.open |= succeeds(answer);
    return allowed;
  }

  boolean order(PairBarrier span, Answer answer) {
    return ofSpan("order", span).allow(answer.code());
  }

  boolean close(PairBarrier span, Answer answer) {
    boolean allowed = ofSpan("close_barrier", span).allow(answer.code());
    for (int place = 0; place < span.owed.length; place++) {
      span.promised[place] |= span.owed[place] && succeeds(answer);
      span.owed[place] = false;
    }
    span.open &= span.destroyed || gone;
    return allowed;
  }

  boolean destroy(PairBarrier span, Answer answer) {
    boolean allowed = ofSpan("destroy_barrier", span).allow(answer.code());
    span.destroyed |= succeeds(answer);
    return allowed;
  }

  boolean create(Answer answer) {
    replaced |= succeeds(answer);
    return ofImport("init_barrier", false).allow(answer.code());
  }

  boolean put(Answer answer) {
    if (succeeds(answer)) {
      int place = rebound ? 1 : 0;
      first.owed[place] |= first.open;
      other.owed[place] |= other.open;
      putDone[place] = true;
    }
    return transfer("put", answer);
  }

  /**
   * Follows a transfer. Implicit ones use the first barrier. No page tells whether they go on
   * without another one (RSM-D31).
   */
  boolean transfer(String call, Answer answer) {
    boolean bare = first.destroyed && !replaced;
    boolean unsure = other.destroyed && !replaced;
    return ofImport(call, bare).allow(answer.code())
        || unsure && ofImport(call, true).allow(answer.code());
  }

  /**
   * Returns whether the data of a put must be in a memory of the export once both calls have
   * returned.
   *
   * @param place 0 for the first memory, 1 for the one of a rebind
   */
  boolean isPlaced(int place) {
    boolean promised = first.promised[place] || other.promised[place];
    return !aborted && (promised || implicit && putDone[place]);
  }

  boolean withdraw(String call, Answer answer) {
    boolean allowed = ofExport(call, answer);
    aborted |= succeeds(answer);
    exportGone |= call.equals("destroy") && succeeds(answer);
    return allowed;
  }

  boolean rebind(Answer answer) {
    rebound |= succeeds(answer);
    return ofExport("rebind", answer);
  }

  boolean republish(Answer answer) {
    return ofExport("republish", answer);
  }

  private boolean ofExport(String call, Answer answer) {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, exportGone, "gone");
    words.add(aborted ? "bound" : "published");
    return tables.answer(call, words).allow(answer.code());
  }

  boolean disconnect(Answer answer) {
    boolean allowed =
        tables
            .answer("disconnect", gone ? Set.of("gone") : Set.of("unmapped"))
            .allow(answer.code());
    gone |= succeeds(answer);
    return allowed;
  }
}
