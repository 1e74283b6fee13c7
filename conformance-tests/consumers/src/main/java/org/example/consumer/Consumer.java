package org.example.consumer;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;

/** A program that moves four bytes over each adapter and controller it is given by name. */
public final class Consumer {
  private static final byte[] TEXT = "data".getBytes(UTF_8);
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private Consumer() {}

  /**
   * Prints one line for each name: "NAME moved data", or "NAME failed: " and the reason.
   *
   * @param names adapters, and controllers with "rsm:" before their names
   */
  public static void main(String[] names) {
    boolean failed = false;
    for (String name : names) {
      try {
        byte[] moved = name.startsWith("rsm:") ? overRsm(name.substring(4)) : overDat(name);
        System.out.println(name + " moved " + new String(moved, UTF_8));
      } catch (RuntimeException e) {
        System.out.println(name + " failed: " + e.getMessage());
        failed = true;
      }
    }
    System.exit(failed ? 1 : 0);
  }

  private static byte[] overDat(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      Region in = server.register(64);
      Region out = client.register(64);
      check(server.ep().postRecv(in.context(), in.address(), 64, 1, CompletionFlags.DEFAULT));
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);
      out.buffer().put(0, TEXT);
      check(
          client
              .ep()
              .postSend(out.context(), out.address(), TEXT.length, 2, CompletionFlags.DEFAULT));
      DatEvent event = new DatEvent();
      Dats.awaitDto(client.requestEvd(), 2, LIMIT, event);
      byte[] moved = new byte[(int) Dats.awaitDto(server.recvEvd(), 1, LIMIT, event)];
      in.buffer().get(0, moved);
      return moved;
    }
  }

  private static byte[] overRsm(String name) {
    try (RsmController controller = Rsm.getController(name);
        ExportSegment export =
            controller.createExportSegment(controller.allocate(4096), ExportFlags.NONE)) {
      int id = export.publish(0, null);
      int node = Rsm.getInterconnectTopology().localNodeId();
      try (ImportSegment segment = controller.connectImportSegment(node, id, Permission.RDWR)) {
        segment.initBarrier(BarrierType.DEFAULT);
        byte[] moved = new byte[TEXT.length];
        checkRsm(segment.put(0, ByteBuffer.wrap(TEXT), 0, TEXT.length));
        checkRsm(segment.get(0, ByteBuffer.wrap(moved), 0, moved.length));
        return moved;
      }
    }
  }

  private static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }

  private static void checkRsm(int code) {
    if (code != RsmReturn.SUCCESS) {
      throw new IllegalStateException(RsmReturn.name(code));
    }
  }
}
