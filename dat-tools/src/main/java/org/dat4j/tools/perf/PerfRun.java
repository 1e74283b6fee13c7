package org.dat4j.tools.perf;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.dat4j.conformance.report.AtomicFileWriter;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.UnexpectedEventException;
import org.dat4j.tools.cli.CommandFailedException;
import org.dat4j.tools.cli.HostPort;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.ProgressBar;
import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SharedArea;
import org.dat4j.tools.perf.exchange.StopSignal;

/** Runs {@code dat4j perf} with its two sides in one JVM, in two JVMs or on two machines. */
final class PerfRun {

  private final PerfRequest request;
  private final StopSignal stop;
  private final ProgressBar progress;
  private final Consumer<Map<String, Object>> results;
  private final Consumer<String> complaints;

  /**
   * Prepares a run.
   *
   * @param request the options
   * @param stop ends it early
   * @param progress shows its progress
   * @param results receives each result
   * @param complaints receives a message about each invalid result
   */
  PerfRun(
      PerfRequest request,
      StopSignal stop,
      ProgressBar progress,
      Consumer<Map<String, Object>> results,
      Consumer<String> complaints) {
    this.request = request;
    this.stop = stop;
    this.progress = progress;
    this.results = results;
    this.complaints = complaints;
  }

  /**
   * Runs both sides as threads of this JVM.
   *
   * @return whether every measurement gave a result
   */
  boolean inOneJvm() {
    SharedArea shared = new SharedArea();
    Ia responderIa = Dat.openIa(request.ia());
    try (PerfSession responder =
        PerfSession.passive(responderIa, stop, Dats.listen(responderIa), shared, false)) {
      checkCapacity(responderIa, true);
      Thread thread = new Thread(() -> respond(responder), "dat4j-perf-responder");
      thread.setDaemon(true);
      thread.start();
      try (PerfSession session = active(responderIa, responder.connQual(), shared)) {
        return measure(session, true);
      } catch (RuntimeException | Error e) {
        // Ends the other thread, whatever it waits for.
        stop.fail(e);
        throw e;
      } finally {
        join(thread);
      }
    }
  }

  private PerfSession active(Ia responderIa, long connQual, SharedArea shared) {
    Ia ia = Dat.openIa(request.ia());
    return PerfSession.active(ia, stop, responderIa.address(), connQual, shared);
  }

  private void respond(PerfSession responder) {
    try {
      new PerfResponder(responder, result -> {}).run();
    } catch (RuntimeException | Error e) {
      stop.fail(e);
    }
  }

  private void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(PerfSession.LIMIT.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Runs the other side in a second JVM of this machine.
   *
   * @return whether every measurement gave a result
   */
  boolean inTwoJvms() {
    Ia ia = Dat.openIa(request.ia());
    DatListener listener = Dats.listen(ia);
    try (PerfSession session = PerfSession.passive(ia, stop, listener, null, false)) {
      checkCapacity(ia, false);
      PartnerProcess partner =
          PartnerProcess.start(
              request.ia(), ia.address(), listener.connQual(), request.processors(), stop);
      try {
        return measure(session, false);
      } catch (CorruptDataException e) {
        throw e;
      } catch (RuntimeException e) {
        throw partner.explained(e);
      } finally {
        partner.end();
      }
    }
  }

  /**
   * Runs with the other side on another machine, which listens.
   *
   * @param peer its address
   * @return whether every measurement gave a result
   */
  boolean connect(HostPort peer) {
    Ia ia = Dat.openIa(request.ia());
    try (PerfSession session = PerfSession.active(ia, stop, peer.address(), peer.port(), null)) {
      checkCapacity(ia, false);
      try (PerfInitiator initiator = initiator(session, peer)) {
        return measure(initiator, session, false);
      }
    }
  }

  /** Connects with the other side of another machine. */
  private PerfInitiator initiator(PerfSession session, HostPort peer) {
    try {
      return new PerfInitiator(session);
    } catch (UnexpectedEventException e) {
      throw new CommandFailedException(
          "--connect is '"
              + peer
              + "': "
              + request.ia()
              + " does not connect: "
              + (e.detail().isEmpty() ? e.getMessage() : e.detail())
              + "; on the other side runs: dat4j perf "
              + request.ia()
              + " --listen "
              + peer);
    }
  }

  private void checkCapacity(Ia ia, boolean inOneJvm) {
    for (int size : request.sizes()) {
      CapacityCheck.check(ia, request.spec(size, inOneJvm));
    }
  }

  private boolean measure(PerfSession session, boolean inOneJvm) {
    try (PerfInitiator initiator = new PerfInitiator(session)) {
      return measure(initiator, session, inOneJvm);
    }
  }

  private boolean measure(PerfInitiator initiator, PerfSession session, boolean inOneJvm) {
    boolean good = true;
    try {
      for (int size : request.sizes()) {
        if (!stop.cancelled()) {
          good &= measure(initiator, request.spec(size, inOneJvm), session.ia());
        }
      }
    } finally {
      progress.clear();
    }
    return good;
  }

  /** Remarks that a Write that completes before it arrives is not comparable with a round trip. */
  private String note(Ia ia) {
    boolean local = "local".equals(attribute(ia, "completion"));
    return local && request.op() == Operation.WRITE
        ? "; writes of this adapter complete before they arrive (completion=local)"
        : "";
  }

  private static String attribute(Ia ia, String name) {
    return ia.query().providerAttr().specific(name);
  }

  private boolean measure(PerfInitiator initiator, MeasurementSpec spec, Ia ia) {
    String what = spec.op().label() + " " + spec.size() + " B";
    progress.show(what + ", warming up", 0, BlockSampling.BLOCKS);
    Measurement measurement =
        initiator.measure(
            spec, request.iterations(), kept -> progress.show(what, kept, BlockSampling.BLOCKS));
    progress.clear();
    BlockSampling.Outcome<Measurement.Content> outcome = measurement.outcome();
    if (stop.cancelled()) {
      complaints.accept(
          String.format(
              Locale.ROOT,
              "%s: interrupted after %d of %d blocks",
              what,
              outcome.kept().size(),
              BlockSampling.BLOCKS));
      if (outcome.kept().isEmpty()) {
        return true;
      }
    } else if (outcome.noResult()) {
      complaints.accept(
          String.format(
              Locale.ROOT,
              "no result for %s: %d of %d blocks were disturbed (their baseline was above %.1f"
                  + " times the run's best): let the machine do nothing else and repeat",
              what,
              outcome.dropped(),
              outcome.dropped() + outcome.kept().size(),
              BlockSampling.TOLERANCE));
    }
    Path file = request.histogram(spec.size());
    if (file != null) {
      write(measurement, file);
    }
    Map<String, Object> result =
        PerfReport.map(request.ia(), measurement, file == null ? null : file.toString(), note(ia));
    results.accept(result);
    if (!stop.cancelled()) {
      initiator.sendResult(Json.line(result));
    }
    return !outcome.noResult();
  }

  private static void write(Measurement measurement, Path file) {
    double microsecond = 1000.0 * measurement.spec().divisor();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
      measurement.latencies().histogram().outputPercentileDistribution(out, microsecond);
    }
    AtomicFileWriter.write(file, text.toByteArray());
  }

  /**
   * Serves another machine that connects, and passes its results on.
   *
   * @param where own address and qualifier
   */
  void listen(HostPort where) {
    Ia ia = Dat.openIa(request.ia());
    DatListener listener = Dats.listen(ia, where.port());
    try (PerfSession session = PerfSession.passive(ia, stop, listener, null, true)) {
      new PerfResponder(session, result -> results.accept(Json.object(result))).run();
    }
  }
}
