package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwoProcessTest {

  private static final int SIZE = 100_000;
  private static final int MESSAGES = 2000;

  private final DatEvent event = new DatEvent();

  /** The other process: echoes messages, shares a region, then waits to be left. */
  static final class Echo {
    private Echo() {}

    /** Argument: ia_params. */
    public static void main(String[] arguments) {
      try (Ia ia = AdapterPair.registry(arguments[0], arguments[0]).openIa("server");
          DatListener listener = Dats.listen(ia);
          DatConnection end = Dats.endpoint(ia)) {
        Region in = end.register(SIZE);
        Region next = end.register(SIZE);
        Region shared = end.register(SIZE);
        DatEvent event = new DatEvent();
        end.share(shared);
        end.ep().postRecv(in.context(), in.address(), SIZE, 1, CompletionFlags.DEFAULT);
        System.out.println(listener.connQual());
        listener.accept(end, AdapterPair.LIMIT);
        while (end.recvEvd().await(30_000_000, 1, event) == DatReturn.SUCCESS
            && event.status() == DtoStatus.SUCCESS) {
          long length = event.transferredLength();
          // Before the answer: the next message follows it at once and waits a second only.
          end.ep().postRecv(next.context(), next.address(), SIZE, 1, CompletionFlags.DEFAULT);
          end.ep().postSend(in.context(), in.address(), length, 2, CompletionFlags.DEFAULT);
          Dats.awaitDto(end.requestEvd(), 2, AdapterPair.LIMIT, event);
          Region answered = in;
          in = next;
          next = answered;
        }
      }
    }
  }

  private static DatConnection connect(Ia ia, ChildJvm child) throws IOException {
    DatConnection end = Dats.endpoint(ia);
    end.connect(ia.address(), Long.parseLong(child.line()), AdapterPair.LIMIT);
    return end;
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off"})
  void messagesWritesAndReadsCrossProcesses(String params) throws IOException {
    try (ChildJvm child = new ChildJvm(Echo.class, params);
        Ia ia = AdapterPair.registry(params, params).openIa("client");
        DatConnection end = connect(ia, child)) {
      Region out = end.register(SIZE);
      Region back = end.register(SIZE);
      RemoteRegion far = end.peerRegion();
      for (int i = 0; i < MESSAGES; i++) {
        int length = i % 10 == 0 ? SIZE - i : i;
        out.buffer().putInt(0, i).putInt(length / 2, i);
        end.ep().postRecv(back.context(), back.address(), SIZE, 1, CompletionFlags.DEFAULT);
        end.ep().postSend(out.context(), out.address(), length, 2, CompletionFlags.DEFAULT);
        Dats.awaitDto(end.requestEvd(), 2, AdapterPair.LIMIT, event);
        assertEquals(length, Dats.awaitDto(end.recvEvd(), 1, AdapterPair.LIMIT, event));
        assertEquals(
            out.buffer().duplicate().limit(length), back.buffer().duplicate().limit(length));
      }
      AdapterPair.fill(out.buffer(), 11);
      end.ep()
          .postRdmaWrite(
              out.context(),
              out.address(),
              SIZE,
              3,
              far.rmrContext(),
              far.address(),
              CompletionFlags.DEFAULT);
      end.ep()
          .postRdmaRead(
              back.context(),
              back.address(),
              SIZE,
              4,
              far.rmrContext(),
              far.address(),
              CompletionFlags.DEFAULT);
      Dats.awaitDto(end.requestEvd(), 3, AdapterPair.LIMIT, event);
      Dats.awaitDto(end.requestEvd(), 4, AdapterPair.LIMIT, event);
      assertEquals(out.buffer(), back.buffer());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 50})
  void aKilledPeerIsReportedOnceAndEverythingPostedCompletes(int messages) throws IOException {
    try (ChildJvm child = new ChildJvm(Echo.class, "");
        Ia ia = AdapterPair.registry("", "").openIa("client");
        DatConnection end = connect(ia, child)) {
      Region in = end.register(SIZE);
      for (int i = 0; i < 16; i++) {
        end.ep().postRecv(in.context(), in.address(), SIZE, i, CompletionFlags.DEFAULT);
      }
      int sent = 0;
      for (int i = 0; i < Math.min(messages, 16); i++) {
        end.ep().postSend(in.context(), in.address(), SIZE, i, CompletionFlags.DEFAULT);
        sent++;
      }
      child.kill();
      assertEquals(
          DatReturn.SUCCESS, end.connectEvd().await(30_000_000, 1, event), "connection event");
      assertTrue(
          event.number() == EventNumber.CONNECTION_EVENT_BROKEN
              || event.number() == EventNumber.CONNECTION_EVENT_DISCONNECTED,
          event.toString());
      assertEquals(EpState.DISCONNECTED, end.ep().getStatus().state());
      for (int i = 0; i < sent; i++) {
        assertEquals(DatReturn.SUCCESS, end.requestEvd().await(20_000_000, 1, event), "send " + i);
      }
      for (int i = 0; i < 16; i++) {
        assertEquals(DatReturn.SUCCESS, end.recvEvd().await(20_000_000, 1, event), "recv " + i);
        assertEquals(i, event.cookie());
      }
      assertEquals(DatReturn.QUEUE_EMPTY, end.connectEvd().dequeue(event));
      assertEquals(DatReturn.QUEUE_EMPTY, end.recvEvd().dequeue(event));
      assertEquals(DatReturn.QUEUE_EMPTY, end.requestEvd().dequeue(event));
    }
  }
}
