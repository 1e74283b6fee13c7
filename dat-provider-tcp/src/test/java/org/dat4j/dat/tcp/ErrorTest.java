package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class ErrorTest {

  private final DatEvent event = new DatEvent();

  private void broken(Pair pair) {
    Dats.await(pair.client.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
    Dats.await(pair.server.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
  }

  private static int read(Pair pair, Region sink, int context, long address) {
    return pair.client
        .ep()
        .postRdmaRead(
            sink.context(), sink.address(), 64, 4, context, address, CompletionFlags.DEFAULT);
  }

  @Test
  void aReadOfUnknownMemoryIsRemoteAccess() {
    try (Pair pair = new Pair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      read(pair, sink, source.context() + 1, source.address());
      Dats.await(pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, Pair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("0/1/00"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aReadWithoutTheRightIsRemoteAccess() {
    try (Pair pair = new Pair("").connect()) {
      Region sink = pair.client.register(64);
      Region source =
          pair.server.register(java.nio.ByteBuffer.allocateDirect(64), MemPriv.REMOTE_WRITE);
      read(pair, sink, source.context(), source.address());
      Dats.await(pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, Pair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("0/1/02"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aWriteBehindTheEndChangesNothingAndBreaksTheConnection() {
    try (Pair pair = new Pair("").connect()) {
      Region out = pair.client.register(64);
      Region target = pair.server.register(64);
      Pair.fill(out.buffer(), 1);
      pair.client
          .ep()
          .postRdmaWrite(
              out.context(),
              out.address(),
              64,
              2,
              target.context(),
              target.address() + 1,
              CompletionFlags.DEFAULT);
      broken(pair);
      assertTrue(event.detail().toString().contains("1/1/01"), String.valueOf(event.detail()));
      assertEquals(java.nio.ByteBuffer.allocateDirect(64), target.buffer());
    }
  }

  @Test
  void aMessageTooLongIsALengthErrorOfTheReceive() {
    try (Pair pair = new Pair("").connect()) {
      Region out = pair.client.register(64);
      Region in = pair.server.register(32);
      pair.receive(pair.server, in, 1);
      pair.send(pair.client, out, 64, 2);
      Dats.await(pair.server.recvEvd(), EventNumber.DTO_COMPLETION_EVENT, Pair.LIMIT, event);
      assertEquals(DtoStatus.ERR_LOCAL_LENGTH, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("1/2/05"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aMessageThatFindsNoReceiveInTimeBreaksTheConnection() {
    try (Pair pair = new Pair("").connect()) {
      Region out = pair.client.register(64);
      pair.send(pair.client, out, 64, 2);
      broken(pair);
      assertTrue(event.detail().toString().contains("1/2/02"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aMessageWaitsForAReceiveThatComesSoon() {
    Stalls.once(
        () -> {
          try (Pair pair = new Pair("").connect()) {
            Region out = pair.client.register(64);
            Region in = pair.server.register(64);
            pair.send(pair.client, out, 64, 2);
            Dats.awaitDto(pair.client.requestEvd(), 2, Pair.LIMIT, event);
            pair.server.recvEvd().await(20_000, 1, event);
            pair.receive(pair.server, in, 1);
            assertEquals(64, Dats.awaitDto(pair.server.recvEvd(), 1, Pair.LIMIT, event));
          }
        });
  }

  @Test
  void memoryFreedBehindAQueuedReadIsAProtectionErrorOfThePeer() {
    try (Pair pair = new Pair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      int context = source.context();
      long address = source.address();
      source.close();
      read(pair, sink, context, address);
      Dats.await(pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, Pair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
    }
  }
}
