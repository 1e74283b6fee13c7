package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one execution of one test method found. Thread-safe. */
final class TestRecord {
  private static final int FREE_IDS = 5;

  private static final class Entry {
    private int checks;
    private boolean inTable;
    private boolean outsideTable;
    private String absent;
    private final List<String> failures = new ArrayList<>();
  }

  private final String test;
  private final boolean refusal;
  private final boolean secondParty;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final ThreadLocal<Boolean> tableRow = ThreadLocal.withInitial(() -> false);
  private String lastExecuted;
  private boolean met;
  private boolean closed;

  TestRecord(TestIndex.Entry declared) {
    this.test = declared.name();
    this.refusal = !declared.refuses().isEmpty();
    this.secondParty = declared.secondParty();
    declared.ids().forEach(id -> entries.put(id, new Entry()));
  }

  /** Notes that the test meets the second party, which it has to declare. */
  synchronized void meet() {
    if (!secondParty) {
      throw new AssertionError(
          test + " meets the second party without @" + SecondParty.class.getSimpleName());
    }
    met = true;
  }

  String test() {
    return test;
  }

  boolean refusal() {
    return refusal;
  }

  Set<String> declared() {
    return entries.keySet();
  }

  private Entry entry(String id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      throw new AssertionError(
          test + " checks " + id + " without declaring it; declared are " + entries.keySet());
    }
    return entry;
  }

  /** Fails early for an undeclared id, before any work is done for its check. */
  void requireDeclared(String id) {
    entry(id);
  }

  void enterRow() {
    tableRow.set(true);
  }

  void leaveRow() {
    tableRow.remove();
  }

  synchronized void executed(String id, String failure) {
    Entry entry = entry(id);
    if (closed) {
      throw new IllegalStateException(test + " checks " + id + " after its end");
    }
    entry.checks++;
    lastExecuted = id;
    if (tableRow.get()) {
      entry.inTable = true;
    } else {
      entry.outsideTable = true;
    }
    if (failure != null) {
      entry.failures.add(failure);
    }
  }

  synchronized void absent(String id, String reason) {
    entry(id).absent = reason;
    lastExecuted = id;
  }

  /** Compares declared with executed ids after the body of the test has ended normally. */
  synchronized void agree() {
    for (Map.Entry<String, Entry> each : entries.entrySet()) {
      Entry entry = each.getValue();
      if (entry.checks == 0 && entry.absent == null) {
        entry.failures.add("declared, but no check of it was executed");
      }
      if (secondParty && !met && entry.absent == null) {
        entry.failures.add(
            "checked without a second party by a test with @" + SecondParty.class.getSimpleName());
      }
      if (entries.size() > FREE_IDS && entry.outsideTable) {
        entry.failures.add(
            "checked outside a table by a test that declares " + entries.size() + " clauses");
      }
    }
  }

  /** Attributes a failure of the body to the clauses not reached, or to the one checked last. */
  synchronized void brokeOff(String failure) {
    if (!unreached(failure)) {
      entries.get(lastExecuted).failures.add(failure);
    }
  }

  /** Attributes the end of the body by a check that is on record; true if any was not reached. */
  synchronized boolean unreached(String failure) {
    boolean any = false;
    for (Entry entry : entries.values()) {
      if (entry.checks == 0 && entry.absent == null && entry.failures.isEmpty()) {
        entry.failures.add("not reached: " + failure);
        any = true;
      }
    }
    return any;
  }

  /** Ends the recording and attributes a failure outside the body, which concerns all clauses. */
  synchronized void close(String unattributed) {
    closed = true;
    if (unattributed == null) {
      return;
    }
    if (!unreached(unattributed)) {
      entries.values().forEach(entry -> entry.failures.add(unattributed));
    }
  }

  synchronized int checks(String id) {
    return entry(id).checks;
  }

  synchronized List<String> failures(String id) {
    return List.copyOf(entry(id).failures);
  }

  synchronized String absentReason(String id) {
    return entry(id).absent;
  }

  synchronized List<String> failedIds() {
    return entries.entrySet().stream()
        .filter(e -> !e.getValue().failures.isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns all recorded failures, one line each, or an empty text. */
  synchronized String failureText() {
    StringBuilder text = new StringBuilder();
    entries.forEach(
        (id, entry) ->
            entry.failures.forEach(
                failure ->
                    text.append(text.isEmpty() ? "" : "\n")
                        .append(id)
                        .append(": ")
                        .append(failure)));
    return text.toString();
  }
}
