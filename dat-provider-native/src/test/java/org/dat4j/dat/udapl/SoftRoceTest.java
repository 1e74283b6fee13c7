package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The status of a failed receive on soft RoCE, which says the same of a message that is too long
 * and of memory that is gone; on the C double.
 */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class SoftRoceTest {

  private static final int LOCAL_EP = 3;
  private static final int TRANSPORT = 8;
  private static final int SIZE = 256;

  @TempDir Path root;

  private DoubleAdapter a;
  private Lmr other;

  @BeforeEach
  void open() throws IOException {
    a = new DoubleAdapter(DoubleAdapter.onSoftRoce(root).openIa("ia0"), 8);
    ByteBuffer memory = ByteBuffer.allocateDirect(SIZE);
    RegionDescription region = RegionDescription.virtual(memory);
    other = a.ia.createLmr(MemType.VIRTUAL, region, SIZE, a.pz, MemPriv.ALL);
    DoubleControl.double_watch("dat_ep_post_recv");
  }

  @AfterEach
  void close() {
    a.close();
  }

  /** Posts a receive of two segments in two registrations. */
  private long posted(long cookie) {
    LmrIov iov = new LmrIov(2);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress(), 16);
    iov.add(other.lmrContext(), other.registeredAddress(), 16);
    assertEquals(DatReturn.SUCCESS, a.ep.postRecv(iov, cookie, CompletionFlags.DEFAULT));
    return a.lastKey();
  }

  private DtoStatus status(Evd evd, long cookie) {
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertEquals(cookie, a.event.cookie());
    return a.event.status();
  }

  @Test
  void messageThatIsTooLongFailsForItsLength() {
    a.completeReceive(posted(7), LOCAL_EP);
    assertEquals(DtoStatus.ERR_LOCAL_LENGTH, status(a.recv, 7));
  }

  @Test
  void receiveIntoMemoryThatWasFreedFailsForThat() {
    long first = posted(1);
    assertEquals(DatReturn.SUCCESS, a.receive(2));
    long second = a.lastKey();
    other.free();
    a.completeReceive(first, LOCAL_EP);
    a.completeReceive(second, LOCAL_EP);
    assertEquals(DtoStatus.ERR_LOCAL_PROTECTION, status(a.recv, 1));
    assertEquals(DtoStatus.ERR_LOCAL_LENGTH, status(a.recv, 2), "its own memory is there");
  }

  @Test
  void memoryIsNotedOfEachReceiveAgain() {
    int rounds = 3 * a.ep.query().attr().maxRecvDtos();
    for (int i = 0; i < rounds; i++) {
      a.completeReceive(posted(i), 0);
      assertEquals(DtoStatus.SUCCESS, status(a.recv, i));
    }
    other.free();
    assertEquals(DatReturn.SUCCESS, a.receive(rounds));
    a.completeReceive(a.lastKey(), LOCAL_EP);
    assertEquals(DtoStatus.ERR_LOCAL_LENGTH, status(a.recv, rounds));
  }

  @Test
  void receivePostedAgainAfterAChangeIsNotedToo() {
    posted(7);
    EpAttr fewer = a.ep.query().attr().toBuilder().maxRequestDtos(4).build();
    a.ep.modify(EpField.EP_ATTR_MAX_REQUEST_DTOS, a.ep.query().toBuilder().attr(fewer).build());
    assertNotEquals(a.epHandle, DoubleControl.argument(0), "on another endpoint of the library");
    other.free();
    a.completeReceive(a.lastKey(), LOCAL_EP);
    assertEquals(DtoStatus.ERR_LOCAL_PROTECTION, status(a.recv, 7));
  }

  @Test
  void otherFailuresAndRequestsFailAsTheDeviceSays() {
    a.completeReceive(posted(7), TRANSPORT);
    assertEquals(DtoStatus.ERR_TRANSPORT, status(a.recv, 7));
    a.establish();
    DoubleControl.double_watch("dat_ep_post_send");
    assertEquals(DatReturn.SUCCESS, a.send(8, 0));
    a.completeRequest(a.lastKey(), LOCAL_EP);
    assertEquals(DtoStatus.ERR_LOCAL_EP, status(a.request, 8));
  }

  @Test
  void sharedQueueTellsThemApartToo() {
    assumeTrue(Abi.current() == Abi.DAT_2_0, "other libraries are not asked for queues");
    Srq srq = a.ia.createSrq(a.pz, new SrqAttr(4, 2, 0));
    DoubleControl.double_watch("dat_ep_create_with_srq");
    Ep ep = a.ia.createEpWithSrq(a.pz, a.recv, a.request, a.connect, srq, EpAttr.DEFAULT);
    long evd = DoubleControl.argument(2);
    DoubleControl.double_watch("dat_srq_post_recv");
    long address = other.registeredAddress();
    for (long cookie = 1; cookie <= 2; cookie++) {
      assertEquals(DatReturn.SUCCESS, srq.postRecv(other.lmrContext(), address, 64, cookie));
      if (cookie == 2) {
        other.free();
      }
      long key = DoubleControl.argument(3);
      DoubleControl.double_push_dto(1, evd, ((NativeSrq) srq).handle(), key, LOCAL_EP, 64);
      DtoStatus expected =
          cookie == 1 ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_LOCAL_PROTECTION;
      assertEquals(expected, status(a.recv, cookie));
    }
    ep.free();
    srq.free();
  }
}
