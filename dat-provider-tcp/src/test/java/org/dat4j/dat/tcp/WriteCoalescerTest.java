package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bursts of small requests over a connection. */
@Timeout(240)
class WriteCoalescerTest {

  private static final int SIZE = 64;
  private static final int QUEUE = 16;
  private static final int RECEIVES = 200;

  /** A busy machine can have another thread write just when a queue is full: rarely each time. */
  private static final int ATTEMPTS = 3;

  private final DatEvent event = new DatEvent();

  private static EpAttr attr(int requests) {
    return EpAttr.DEFAULT.toBuilder().maxRequestDtos(requests).maxRecvDtos(RECEIVES).build();
  }

  private static int post(DatConnection from, Region out, int flags) {
    return from.ep().postSend(out.context(), out.address(), SIZE, 7, flags);
  }

  /** A connection whose server has buffers for all, and whose client has just polled. */
  private AdapterPair connectAndPoll(int requests) {
    AdapterPair pair = new AdapterPair("", "", attr(requests)).connect();
    Region in = pair.server.register(SIZE);
    for (int i = 0; i < RECEIVES; i++) {
      pair.receive(pair.server, in, i);
    }
    assertEquals(DatReturn.QUEUE_EMPTY, pair.client.requestEvd().dequeue(event));
    return pair;
  }

  private void arrive(AdapterPair pair, int count) {
    for (int i = 0; i < count; i++) {
      assertEquals(
          SIZE, Dats.awaitDto(pair.server.recvEvd(), i, AdapterPair.LIMIT, event), "message " + i);
    }
  }

  @Test
  void aBurstArrivesThoughItsPosterNeverPollsAgain() {
    try (AdapterPair pair = connectAndPoll(RECEIVES)) {
      Region out = pair.client.register(SIZE);
      for (int i = 0; i < RECEIVES; i++) {
        assertEquals(DatReturn.SUCCESS, post(pair.client, out, CompletionFlags.DEFAULT));
      }
      arrive(pair, RECEIVES);
    }
  }

  @Test
  void noRequestIsRefusedBecauseOthersWaitToBeSentTogether() {
    int refused = countRefusals();
    for (int i = 1; i < ATTEMPTS && refused > 0; i++) {
      refused = countRefusals();
    }
    assertEquals(0, refused, "in each of " + ATTEMPTS + " attempts");
  }

  private int countRefusals() {
    int refused = 0;
    try (AdapterPair pair = connectAndPoll(QUEUE)) {
      Region out = pair.client.register(SIZE);
      for (int i = 0; i < RECEIVES; i++) {
        int ret = post(pair.client, out, CompletionFlags.SUPPRESS);
        if (ret != DatReturn.SUCCESS) {
          refused++;
        }
        while (ret == DatReturn.INSUFFICIENT_RESOURCES) {
          ret = post(pair.client, out, CompletionFlags.SUPPRESS);
        }
        assertEquals(DatReturn.SUCCESS, ret, "" + i);
      }
      arrive(pair, RECEIVES);
    }
    return refused;
  }

  @Test
  void everyRequestOfABurstCompletesInOrderWhenItsPosterDisconnects() {
    try (AdapterPair pair = connectAndPoll(RECEIVES)) {
      Region out = pair.client.register(SIZE);
      for (int i = 0; i < RECEIVES; i++) {
        pair.client.ep().postSend(out.context(), out.address(), SIZE, i, CompletionFlags.DEFAULT);
      }
      pair.client.ep().disconnect(CloseFlags.GRACEFUL);
      for (int i = 0; i < RECEIVES; i++) {
        assertEquals(DatReturn.SUCCESS, pair.client.requestEvd().await(20_000_000, 1, event));
        assertEquals(i, event.cookie());
        assertEquals(DtoStatus.SUCCESS, event.status());
      }
      arrive(pair, RECEIVES);
    }
  }
}
