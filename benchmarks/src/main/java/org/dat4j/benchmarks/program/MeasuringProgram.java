package org.dat4j.benchmarks.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The benchmark program that measures one library from Java, as one of the two sides or as both. It
 * measures one operating point after the other, and prints a line for each: the point and its
 * figures.
 *
 * <p>Its command line is {@code LIBRARY client|server|both PORT WARM_UP_MILLIS MEASURE_MILLIS
 * POINT...}.
 */
public final class MeasuringProgram {

  private static final int FIXED_ARGUMENTS = 5;
  private static final String MEASURING = "measuring-side";
  private static final String ANSWERING = "answering-side";

  private final String library;
  private final int port;
  private final Phases phases;

  private MeasuringProgram(String library, int port, Phases phases) {
    this.library = library;
    this.port = port;
    this.phases = phases;
  }

  /**
   * Measures and prints.
   *
   * @param arguments the command line
   * @throws Exception whatever ends the measurement; its text is for the reader of the report
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length <= FIXED_ARGUMENTS) {
      throw new IllegalArgumentException(
          "give LIBRARY client|server|both PORT WARM_UP_MILLIS MEASURE_MILLIS POINT...");
    }
    List<OperatingPoint> points = new ArrayList<>();
    for (int i = FIXED_ARGUMENTS; i < arguments.length; i++) {
      points.add(OperatingPoint.parse(arguments[i]));
    }
    Phases phases = new Phases(nanos(arguments[3]), nanos(arguments[4]));
    MeasuringProgram program =
        new MeasuringProgram(arguments[0], Integer.parseInt(arguments[2]), phases);
    for (OperatingPoint point : points) {
      Sample sample =
          switch (arguments[1]) {
            case "client" -> program.measure(point);
            case "server" -> program.respond(point);
            case "both" -> program.measureInOneProcess(point);
            default -> throw new IllegalArgumentException("no side: " + arguments[1]);
          };
      System.out.println(point + " " + sample.line());
    }
  }

  private static long nanos(String millis) {
    return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
  }

  private Sample measure(OperatingPoint point) throws Exception {
    if (point.kind() == OperatingPoint.Kind.COPY) {
      return new MemoryCopyLimit(point.size()).measure(phases);
    }
    Side side = new Side(true, port, point);
    try (Transport transport = Libraries.connect(library, side)) {
      MeasuringPattern pattern =
          switch (point.kind()) {
            case STREAM -> new WindowedStream(transport, side, phases);
            case OPENLOOP -> new OpenLoop(transport, side, phases);
            case WRITE -> new RdmaWrites((OneSided) transport, side, phases);
            default -> new PingPong(transport, side, phases);
          };
      transport.run(pattern);
      return pattern.result();
    }
  }

  private Sample respond(OperatingPoint point) throws Exception {
    Side side = new Side(false, port, point);
    try (Transport transport = Libraries.connect(library, side)) {
      Responder responder = new Responder(transport, side);
      transport.run(responder);
      ResourceUse use = responder.result();
      return new Sample(0, 0, use.cpuNanos(), use.allocated(), Map.of());
    }
  }

  private Sample measureInOneProcess(OperatingPoint point) throws Exception {
    if (point.kind() == OperatingPoint.Kind.COPY) {
      return measure(point);
    }
    BlockingQueue<Future<Sample>> ended = new LinkedBlockingQueue<>();
    start(ended, ANSWERING, () -> pinned(ANSWERING, 1, () -> respond(point)));
    Future<Sample> measured =
        start(ended, MEASURING, () -> pinned(MEASURING, 0, () -> measure(point)));
    try {
      // The first one to end may have failed, and then the other one never ends.
      ended.take().get();
      ended.take().get();
      return measured.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("one side failed: " + e.getCause().getMessage(), e);
    }
  }

  private static Future<Sample> start(
      BlockingQueue<Future<Sample>> ended, String name, Callable<Sample> work) {
    FutureTask<Sample> task =
        new FutureTask<>(work) {
          @Override
          protected void done() {
            ended.add(this);
          }
        };
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private static Sample pinned(String name, int processor, Callable<Sample> work) throws Exception {
    ThreadPinning.bind(name, processor);
    return work.call();
  }
}
