package org.dat4j.tools.perf;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.Progress;

/** One run of the perf command, wherever its two sides are. */
final class PerfRun {

  private final PerfRequest request;
  private final Stop stop;
  private final Progress progress;
  private final Consumer<Map<String, Object>> results;
  private final Consumer<String> complaints;

  /**
   * Prepares a run.
   *
   * @param request what to measure
   * @param stop ends it early
   * @param progress shows how far it is
   * @param results takes each result as soon as it is there
   * @param complaints takes what is wrong with a result
   */
  PerfRun(
      PerfRequest request,
      Stop stop,
      Progress progress,
      Consumer<Map<String, Object>> results,
      Consumer<String> complaints) {
    this.request = request;
    this.stop = stop;
    this.progress = progress;
    this.results = results;
    this.complaints = complaints;
  }

  /**
   * Both sides are threads of this JVM.
   *
   * @return whether every measurement gave a result
   */
  boolean inOneJvm() {
    Common common = new Common();
    Ia responderIa = Dat.openIa(request.ia());
    try (Session responder =
        Session.passive(responderIa, stop, Dats.listen(responderIa), common, false)) {
      checkCapacity(responderIa, true);
      Thread thread = new Thread(() -> respond(responder), "dat4j-perf-responder");
      thread.setDaemon(true);
      thread.start();
      try (Session session = active(responderIa, responder.connQual(), common)) {
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

  private Session active(Ia responderIa, long connQual, Common common) {
    Ia ia = Dat.openIa(request.ia());
    return Session.active(ia, stop, responderIa.address(), connQual, common);
  }

  private void respond(Session responder) {
    try {
      new Responder(responder, result -> {}).run();
    } catch (RuntimeException | Error e) {
      stop.fail(e);
    }
  }

  private void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(Session.LIMIT.toSeconds()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The other side is a second JVM of this machine.
   *
   * @return whether every measurement gave a result
   */
  boolean inTwoJvms() {
    Ia ia = Dat.openIa(request.ia());
    DatListener listener = Dats.listen(ia);
    try (Session session = Session.passive(ia, stop, listener, null, false)) {
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
   * The other side listens on another machine.
   *
   * @param peer where
   * @return whether every measurement gave a result
   */
  boolean connect(HostPort peer) {
    Ia ia = Dat.openIa(request.ia());
    try (Session session = Session.active(ia, stop, peer.address(), peer.port(), null)) {
      checkCapacity(ia, false);
      return measure(session, false);
    }
  }

  private void checkCapacity(Ia ia, boolean inOneJvm) {
    for (int size : request.sizes()) {
      Capacity.check(ia, request.spec(size, inOneJvm));
    }
  }

  private boolean measure(Session session, boolean inOneJvm) {
    boolean good = true;
    try (Initiator initiator = new Initiator(session)) {
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

  /** A Write that completes before it arrives is not comparable with a round trip. */
  private String note(Ia ia) {
    boolean local = "local".equals(attribute(ia, "completion"));
    return local && request.op() == Op.WRITE
        ? "; writes of this adapter complete before they arrive (completion=local)"
        : "";
  }

  private static String attribute(Ia ia, String name) {
    return ia.query().providerAttr().specific(name);
  }

  private boolean measure(Initiator initiator, Spec spec, Ia ia) {
    String what = spec.op().label() + " " + spec.size() + " B";
    progress.show(what + ", warming up", 0, BlockScheme.BLOCKS);
    Measurement measurement =
        initiator.measure(
            spec, request.iterations(), kept -> progress.show(what, kept, BlockScheme.BLOCKS));
    progress.clear();
    BlockScheme.Outcome<Measurement.Content> outcome = measurement.outcome();
    if (stop.cancelled()) {
      complaints.accept(
          what
              + ": interrupted after "
              + outcome.kept().size()
              + " of "
              + BlockScheme.BLOCKS
              + " blocks");
      if (outcome.kept().isEmpty()) {
        return true;
      }
    } else if (outcome.noResult()) {
      complaints.accept(
          "no result for "
              + what
              + ": "
              + outcome.dropped()
              + " of "
              + (outcome.dropped() + outcome.kept().size())
              + " blocks were disturbed (their limit was above 1.5 times the run's best):"
              + " let the machine do nothing else and repeat");
    }
    Path file = request.histogram(spec.size());
    if (file != null) {
      write(measurement, file);
    }
    Map<String, Object> result =
        PerfReport.map(
            request.ia(),
            measurement,
            file == null ? null : file.toString(),
            note(ia),
            Figures.of(measurement, attribute(ia, "crc"), !request.processors().isEmpty()));
    results.accept(result);
    if (!stop.cancelled()) {
      initiator.tell(Json.line(result));
    }
    return !outcome.noResult();
  }

  private static void write(Measurement measurement, Path file) {
    double microsecond = 1000.0 * measurement.spec().divisor();
    try (PrintStream out =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      measurement.trips().histogram().outputPercentileDistribution(out, microsecond);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the histogram " + file, e);
    }
  }

  /**
   * Serves another machine that connects; its results are passed on as they come.
   *
   * @param where own address and qualifier
   */
  void listen(HostPort where) {
    Ia ia = Dat.openIa(request.ia());
    DatListener listener = Dats.listen(ia, where.port());
    try (Session session = Session.passive(ia, stop, listener, null, true)) {
      new Responder(session, result -> results.accept(Json.object(result))).run();
    }
  }
}
