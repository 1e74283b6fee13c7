package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every kind of event, written by C through the headers and read through the layout. */
class EventMemoryTest {

  private static final long A = 0x9111_2222_3333_4444L;
  private static final long B = 0xa111_2222_3333_4444L;
  private static final long C = 0xb111_2222_3333_4444L;
  private static final long D = 0xc111_2222_3333_4444L;

  private final EventMemory event = new EventMemory();
  private long evd;

  @BeforeEach
  void loadDouble() {
    NativeTools.loadDouble();
    DoubleControl.double_outputs(1);
    evd = DoubleControl.double_handle(0x8111_2222_3333_4444L);
  }

  @Test
  void emptyQueueIsSeenWithoutClassBit() {
    int ret = LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x000d_0000, ret);
    assertEquals(ReturnCodes.QUEUE_EMPTY, ReturnCodes.rawType(ret));
  }

  @Test
  void transferCompletionIsReadMemberByMember() {
    DoubleControl.double_push_dto(0x1, evd, A, B, 6, 0x8000_0001L);

    assertEquals(0, LibDat.dat_evd_dequeue(evd, event.address()));

    assertEquals(0x1, event.number());
    assertEquals(B, event.dtoCookie());
    assertEquals(6, event.dtoStatus());
    assertEquals(0x8000_0001L, event.dtoLength());
  }

  @Test
  void lengthOf64BitsIsReadIn12() {
    Assumptions.assumeTrue(Abi.current() == Abi.DAT_1_2, "2.0 has 32 bits");
    DoubleControl.double_push_dto(0x1, evd, A, B, 0, 0x1_0000_0001L);

    LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x1_0000_0001L, event.dtoLength());
  }

  @Test
  void failedReceiveWithExtensionNumberIsATransferCompletion() {
    DoubleControl.double_push_dto(0x4_0000, evd, A, B, 3, 0);

    LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x1, CodeTranslation.eventNumber(event.number()));
    assertEquals(B, event.dtoCookie());
    assertEquals(3, event.dtoStatus());
  }

  @Test
  void connectionRequestIsReadMemberByMember() {
    DoubleControl.double_push_cr(evd, A, B, C, D);

    LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x2001, event.number());
    assertEquals(A, event.servicePoint());
    assertEquals(B, event.localAddress());
    assertEquals(C, event.connQual());
    assertEquals(D, event.cr());
  }

  @Test
  void privateDataOfAConnectionEventIsCopied() {
    ByteBuffer data = ByteBuffer.allocateDirect(5);
    data.put(new byte[] {1, 2, 3, 4, 5}).flip();
    DoubleControl.double_push_connection(0x4001, evd, A, 5, NativeMemory.addressOf(data));

    LibDat.dat_evd_dequeue(evd, event.address());
    byte[] copy = event.privateData();
    data.put(0, (byte) 9);

    assertEquals(0x4001, event.number());
    assertEquals(A, event.connectEp());
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, copy);
  }

  @Test
  void connectionEventWithoutPrivateDataGivesAnEmptyArray() {
    DoubleControl.double_push_connection(0x4005, evd, A, 0, 0);

    LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x4005, event.number());
    assertEquals(0, event.privateData().length);
  }

  @Test
  void asynchronousErrorIsReadMemberByMember() {
    DoubleControl.double_push_async(0x8001, evd, A, 1);

    LibDat.dat_evd_dequeue(evd, event.address());

    assertEquals(0x8001, event.number());
    assertEquals(A, event.asyncHandle());
    assertEquals(1, event.asyncReason());
  }

  @Test
  void waitTellsHowManyEventsAreLeft() {
    NativeMemory more = NativeMemory.allocate(4);
    Field count = new Field(0, 4);
    DoubleControl.double_push_dto(0x1, evd, A, B, 0, 1);
    DoubleControl.double_push_dto(0x1, evd, A, C, 0, 2);

    assertEquals(0, LibDat.dat_evd_wait(evd, 1000, 1, event.address(), more.address()));
    assertEquals(1, more.getInt(count));
    assertEquals(B, event.dtoCookie());
    assertEquals(0, LibDat.dat_evd_wait(evd, 1000, 1, event.address(), more.address()));
    assertEquals(0, more.getInt(count));
    assertEquals(C, event.dtoCookie());
    int ret = LibDat.dat_evd_wait(evd, 1000, 1, event.address(), more.address());
    assertEquals(ReturnCodes.TIMEOUT_EXPIRED, ReturnCodes.rawType(ret));
  }
}
