package org.dat4j.conformance.rsm.stepper;

import java.util.HashSet;
import java.util.Set;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.rsm.RsmReturn;

/**
 * The model by which the RSM stepper judges a pair, two calls made at once, on an export and an
 * import of it. It follows the two calls in one order. Codes come from the tables of the stepper.
 */
final class SegmentPairModel {
  private final RsmModelTables tables;
  boolean published = true;
  boolean exportGone;
  boolean importGone;
  boolean aborted;
  boolean mapped;
  private boolean spanOpen;
  private boolean rebound;

  /** What was put into the first memory of the export, and into the one of a rebind. */
  boolean putFirst;

  boolean putSecond;

  /** Signals that wait at the export and at the import. */
  int atExport;

  int atImport;

  /** A withdrawal may have dropped signals. */
  boolean unsure;

  /** The two sides are in two JVMs: a signal may still be under way when its post has returned. */
  boolean apart;

  SegmentPairModel(RsmModelTables tables) {
    this.tables = tables;
  }

  private boolean follow(String call, Answer answer, Set<String> condition) {
    return tables.answer(call, condition).allow(answer.code());
  }

  private static boolean succeeds(Answer answer) {
    return answer.code() == RsmReturn.SUCCESS;
  }

  private Set<String> ofExport() {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, exportGone, "gone");
    words.add(published ? "published" : "bound");
    return words;
  }

  private Set<String> ofImport() {
    Set<String> words = new HashSet<>(Set.of("implicit"));
    RsmModel.Segment.add(words, importGone, "gone");
    RsmModel.Segment.add(words, aborted, "aborted");
    words.add(mapped ? "mapped" : "unmapped");
    return words;
  }

  private Set<String> ofBarrier() {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, importGone, "gone");
    RsmModel.Segment.add(words, !spanOpen, "closed");
    RsmModel.Segment.add(words, aborted, "aborted");
    return words;
  }

  boolean put(String call, Answer answer) {
    boolean live = !importGone && !aborted;
    if (succeeds(answer) && live) {
      putFirst |= !rebound;
      putSecond |= rebound;
    }
    return follow(call, answer, ofImport());
  }

  boolean get(String call, Answer answer) {
    return follow(call, answer, ofImport());
  }

  boolean republish(Answer answer) {
    return follow("republish", answer, ofExport());
  }

  boolean withdraw(String call, Answer answer) {
    boolean allowed = follow(call, answer, ofExport());
    if (succeeds(answer)) {
      unsure = true;
      aborted = true;
      published = false;
      exportGone |= call.equals("destroy");
    }
    return allowed;
  }

  boolean rebind(Answer answer) {
    rebound |= succeeds(answer);
    return follow("rebind", answer, ofExport());
  }

  boolean disconnect(Answer answer) {
    boolean allowed = follow("disconnect", answer, ofImport());
    importGone |= succeeds(answer);
    return allowed;
  }

  boolean map(Answer answer) {
    boolean allowed = follow("map", answer, ofImport());
    mapped |= succeeds(answer);
    return allowed;
  }

  boolean unmap(Answer answer) {
    boolean allowed = follow("unmap", answer, ofImport());
    mapped &= !succeeds(answer);
    return allowed;
  }

  boolean mode(String call, Answer answer) {
    return follow(call, answer, ofImport());
  }

  boolean openBarrier(Answer answer) {
    boolean allowed = follow("open", answer, ofBarrier());
    spanOpen |= succeeds(answer);
    return allowed;
  }

  boolean signalExport(Answer answer) {
    boolean allowed = follow("post_import", answer, ofImport());
    atExport += succeeds(answer) ? 1 : 0;
    return allowed;
  }

  boolean signalImport(Answer answer) {
    boolean allowed = follow("post_export", answer, ofExport());
    atImport += succeeds(answer) && published && !importGone && !aborted ? 1 : 0;
    return allowed;
  }

  boolean waitAtExport(Answer answer) {
    if (exportGone) {
      return follow("wait", answer, ofExport());
    }
    boolean taken = atExport > 0;
    atExport -= taken && succeeds(answer) ? 1 : 0;
    return takes(answer, taken);
  }

  boolean waitAtImport(Answer answer) {
    if (importGone) {
      return follow("wait", answer, ofImport());
    }
    boolean taken = atImport > 0;
    atImport -= taken && succeeds(answer) ? 1 : 0;
    return takes(answer, taken);
  }

  private boolean takes(Answer answer, boolean pending) {
    Set<String> words = new HashSet<>();
    RsmModel.Segment.add(words, pending, "pending");
    RsmModel.Segment.add(words, pending && (unsure || apart), "unsure");
    return tables.answer("wait", words).allow(answer.code());
  }

  boolean connect(Answer answer) {
    return published
        ? follow("connect", answer, Set.of())
        : answer.code() == RsmReturn.SEG_NOT_PUBLISHED;
  }
}
