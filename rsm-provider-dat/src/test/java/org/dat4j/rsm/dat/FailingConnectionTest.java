package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;
import org.junit.jupiter.api.Test;

/** Tests that a connection of RSM over DAT which fails leaves the others and later ones usable. */
class FailingConnectionTest {
  private static final String NAME = "datloopback0";
  private static final long LIMIT_MILLIS = 10_000;

  private static LocalProcess process(int node) {
    return LocalProcess.OPEN.stream()
        .filter(each -> each.config().node() == node)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aConnectSucceedsWhileAnEarlierConnectionToThatProcessEnds() throws Exception {
    // No time limit for silence expires while the test holds up the end of the connection.
    try (Nodes nodes = new Nodes(Map.of("dat.silence", "120000"))) {
      RsmController exporter = nodes.on(NAME, 1);
      try (ExportSegment export =
          exporter.createExportSegment(exporter.allocate(4096), ExportFlags.NONE)) {
        export.publish(Nodes.ID, null);
        RsmController importer = nodes.on(NAME, 3);
        nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
        ControlConnection earlier = process(3).connections().ready(1).get(0);
        PendingRequest unanswered = new PendingRequest();
        Thread ending = new Thread(earlier::end, "end of the earlier connection");
        startUnanswered(earlier, unanswered);
        synchronized (unanswered) {
          ending.start();
          long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
          while (!earlier.hasEnded()) {
            assertTrue(System.nanoTime() - end < 0, "the connection has not begun to end");
            LockSupport.parkNanos(1000);
          }
          // The other thread cannot complete the request, so it cannot go on to free anything.
          nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
        }
        ending.join(LIMIT_MILLIS);
        assertTrue(!ending.isAlive(), "the earlier connection has not ended");
        ImportSegment later = nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
        assertEquals(RsmReturn.SUCCESS, later.put64(0, new long[] {1}, 0, 1));
        assertEquals(1, process(3).connections().ready(1).size());
      }
    }
  }

  /** Makes a request that the peer does not answer: for the memory of an import with no path. */
  private static void startUnanswered(ControlConnection connection, PendingRequest request) {
    Message.Connected answer =
        assertInstanceOf(
            Message.Connected.class,
            connection.call(new Message.Connect(Nodes.ID, Permission.READ), LIMIT_MILLIS));
    assertTrue(connection.start(new Message.Bind(answer.token()), request));
  }

  /** A handler whose ticks fail, and whose failure cannot be reported. */
  private static final class Failing extends Counting {
    final CountDownLatch failed = new CountDownLatch(1);

    Failing() {
      super(0);
    }

    @Override
    public void tick() {
      throw new OutOfMemoryError("a tick of the test");
    }

    @Override
    public void fail() {
      failed.countDown();
    }

    @Override
    public String toString() {
      throw new OutOfMemoryError("a text of the test");
    }
  }

  /** A handler that counts ticks. */
  private static class Counting implements EndpointHandler {
    final CountDownLatch ticks;

    Counting(int most) {
      ticks = new CountDownLatch(most);
    }

    @Override
    public void established(byte[] privateData) {}

    @Override
    public void ended(EventNumber how) {}

    @Override
    public void completed(DatEvent event) {}

    @Override
    public void fail() {}

    @Override
    public void tick() {
      ticks.countDown();
    }
  }

  @Test
  void aFailureThatCannotBeReportedEndsItsConnectionOnly() throws InterruptedException {
    try (Nodes nodes = new Nodes(Map.of("dat.silence", "600"))) {
      nodes.on(NAME, 1);
      LocalProcess process = process(1);
      Failing failing = new Failing();
      process.register(process.adapter().control().createEp(ControlConnection.SIZES), failing);
      assertTrue(failing.failed.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS), "not ended");
      Counting other = new Counting(2);
      process.register(process.adapter().control().createEp(ControlConnection.SIZES), other);
      assertTrue(other.ticks.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS), "no ticks");
    }
  }
}
