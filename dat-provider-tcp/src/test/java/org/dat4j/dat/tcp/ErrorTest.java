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

  private void broken(AdapterPair pair) {
    Dats.await(
        pair.client.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, AdapterPair.LIMIT, event);
    Dats.await(
        pair.server.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, AdapterPair.LIMIT, event);
  }

  private static int read(AdapterPair pair, Region sink, int context, long address) {
    return pair.client
        .ep()
        .postRdmaRead(
            sink.context(), sink.address(), 64, 4, context, address, CompletionFlags.DEFAULT);
  }

  @Test
  void aReadOfUnknownMemoryIsRemoteAccess() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      read(pair, sink, source.context() + 1, source.address());
      Dats.await(
          pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("0/1/00"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aReadWithoutTheRightIsRemoteAccess() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source =
          pair.server.register(java.nio.ByteBuffer.allocateDirect(64), MemPriv.REMOTE_WRITE);
      read(pair, sink, source.context(), source.address());
      Dats.await(
          pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("0/1/02"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aWriteBehindTheEndChangesNothingAndBreaksTheConnection() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(64);
      Region target = pair.server.register(64);
      AdapterPair.fill(out.buffer(), 1);
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
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(64);
      Region in = pair.server.register(32);
      pair.receive(pair.server, in, 1);
      pair.send(pair.client, out, 64, 2);
      Dats.await(pair.server.recvEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
      assertEquals(DtoStatus.ERR_LOCAL_LENGTH, event.status());
      broken(pair);
      assertTrue(event.detail().toString().contains("1/2/05"), String.valueOf(event.detail()));
    }
  }

  @Test
  void aMessageThatFindsNoReceiveInTimeBreaksTheConnection() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(64);
      pair.send(pair.client, out, 64, 2);
      broken(pair);
      assertTrue(event.detail().toString().contains("1/2/02"), String.valueOf(event.detail()));
    }
  }

  private String brokenAtServer(AdapterPair pair) {
    Dats.await(
        pair.server.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, AdapterPair.LIMIT, event);
    return event.detail();
  }

  @Test
  void aMissingReceiveIsReported() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(64);
      pair.send(pair.client, out, 64, 2);
      String told = brokenAtServer(pair);
      assertTrue(told.contains("no receive was posted here"), told);
      Dats.await(
          pair.client.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, AdapterPair.LIMIT, event);
      assertTrue(event.detail().contains("the peer had no receive posted"), event.detail());
    }
  }

  @Test
  void theOwnerOfMemoryIsToldWhichPrivilegeItLacks() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(64);
      Region target =
          pair.server.register(java.nio.ByteBuffer.allocateDirect(64), MemPriv.REMOTE_READ);
      pair.client
          .ep()
          .postRdmaWrite(
              out.context(),
              out.address(),
              64,
              2,
              target.context(),
              target.address(),
              CompletionFlags.DEFAULT);
      String told = brokenAtServer(pair);
      assertTrue(told.contains("RDMA Write was refused: the memory lacks the privilege"), told);
    }
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source =
          pair.server.register(java.nio.ByteBuffer.allocateDirect(64), MemPriv.REMOTE_WRITE);
      read(pair, sink, source.context(), source.address());
      String told = brokenAtServer(pair);
      assertTrue(told.contains("RDMA Read was refused: the memory lacks the privilege"), told);
    }
  }

  @Test
  void aMessageWaitsForAReceiveThatComesSoon() {
    PauseTolerant.once(
        () -> {
          try (AdapterPair pair = new AdapterPair("").connect()) {
            Region out = pair.client.register(64);
            Region in = pair.server.register(64);
            pair.send(pair.client, out, 64, 2);
            Dats.awaitDto(pair.client.requestEvd(), 2, AdapterPair.LIMIT, event);
            pair.server.recvEvd().await(20_000, 1, event);
            pair.receive(pair.server, in, 1);
            assertEquals(64, Dats.awaitDto(pair.server.recvEvd(), 1, AdapterPair.LIMIT, event));
          }
        });
  }

  @Test
  void memoryFreedBehindAQueuedReadIsAProtectionErrorOfThePeer() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      int context = source.context();
      long address = source.address();
      source.close();
      read(pair, sink, context, address);
      Dats.await(
          pair.client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
      assertEquals(DtoStatus.ERR_REMOTE_ACCESS, event.status());
    }
  }
}
