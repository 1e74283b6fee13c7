package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.spi.ContextTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The places that a stream of completions claims in its EVD. */
class CompletionStreamTest {

  private static final int SUCCESS = DtoStatus.SUCCESS.value();

  private final SoftIa ia = new StubFabric().open();
  private final SoftEvd evd = (SoftEvd) ia.createEvd(8, null, EvdFlags.DTO);
  private final ReceiveQueue source = new ReceiveQueue(new ContextTable<>(), 4, 1);
  private final CompletionStream stream = new CompletionStream(null, evd, 0, source);

  @AfterEach
  void close() throws Exception {
    ia.close();
  }

  @Test
  void aClaimedPlaceIsTakenOncePublished() {
    long place = stream.claim();
    assertTrue(place >= 0);
    stream.publish(place, SUCCESS, 1, 0);
    assertEquals(DatReturn.SUCCESS, evd.dequeue(new DatEvent()));
  }

  /** The program may free or reset the endpoint while a transfer to it is under way. */
  @Test
  void aDetachedStreamClaimsNoPlace() {
    stream.detach();
    assertEquals(-1, stream.claim());
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(new DatEvent()));
  }

  /** Its number is given to another stream only after the event was taken. */
  @Test
  void aPlaceClaimedBeforeTheDetachNamesItsOwnStream() {
    long place = stream.claim();
    stream.detach();
    CompletionStream other = new CompletionStream(null, evd, 0, source);
    stream.publish(place, SUCCESS, 1, 0);
    long next = other.claim();
    other.publish(next, SUCCESS, 2, 0);
    DatEvent event = new DatEvent();
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    assertEquals(1, event.cookie());
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    assertEquals(2, event.cookie());
  }
}
