package org.dat4j.benchmarks.peer;

import java.util.List;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;

/**
 * A peer that the benchmarks measure and compare: a backend of dat4j, another library, or a limit
 * that the machine sets.
 */
public interface Peer {

  /** The kinds of peers, in the order of the report. */
  enum Kind {
    /** What the machine does at best, without any library. */
    LIMIT("limits"),
    /** The backends of this project. */
    DAT4J("dat4j"),
    /** Libraries in C. */
    C("C"),
    /** Other libraries in Java. */
    JAVA("Java");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** {@return the kind in the report} */
    public String text() {
      return text;
    }
  }

  /** What connects the two sides. */
  enum Reach {
    /** Two threads of one process, or memory alone. */
    PROCESS("one process"),
    /** Memory that two processes share. */
    MACHINE("two processes, shared memory"),
    /** Sockets. */
    NETWORK("two processes, sockets");

    private final String text;

    Reach(String text) {
      this.text = text;
    }

    /** {@return what it is in the report} */
    public String text() {
      return text;
    }
  }

  /** {@return the name in the report} */
  String name();

  /** {@return what kind of peer it is} */
  Kind kind();

  /** {@return what connects its sides} */
  Reach reach();

  /** {@return the names of its settings, the usual one first; the better of them counts} */
  List<String> settings();

  /**
   * Says why it cannot run here, and what would help.
   *
   * @return empty if it can
   */
  Optional<String> missing();

  /**
   * Says why it has no such operation.
   *
   * @param point the operation
   * @return empty if it has
   */
  Optional<String> refusal(OperatingPoint point);

  /**
   * Measures operations once. Those that the deadline leaves out have a failure as outcome.
   *
   * @param setting one of {@link #settings}
   * @param points operations that it does not refuse
   * @param times how long
   * @return an outcome for each
   */
  List<MeasurementOutcome> measure(String setting, List<OperatingPoint> points, RunDurations times);
}
