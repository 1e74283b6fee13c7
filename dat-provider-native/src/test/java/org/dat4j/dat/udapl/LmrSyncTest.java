package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The library is told of segments where it says that it must be, as the C double does. */
@ExtendWith(NeedsDouble.class)
class LmrSyncTest {

  private DoubleAdapter adapter;

  @BeforeEach
  void open() {
    adapter = new DoubleAdapter();
  }

  @AfterEach
  void close() {
    adapter.close();
  }

  private LmrIov twoSegments() {
    long start = adapter.lmr.registeredAddress();
    int context = adapter.lmr.lmrContext();
    return new LmrIov(2).add(context, start, 16).add(context, start + 64, 32);
  }

  private void assertTwoSegments() {
    assertEquals(1, DoubleControl.calls());
    assertEquals(2, DoubleControl.argument(2));
    assertEquals(adapter.lmr.registeredAddress() + 64, DoubleControl.segmentAddress(1));
    assertEquals(32, DoubleControl.segmentLength(1));
    assertEquals(adapter.lmr.lmrContext(), (int) DoubleControl.segmentContext(0), "of the first");
  }

  @Test
  void requirementOfTheLibraryIsPassedOn() {
    assertTrue(adapter.ia.query().providerAttr().lmrSyncReq());
  }

  @Test
  void libraryIsToldBeforeReads() {
    DoubleControl.double_watch("dat_lmr_sync_rdma_read");
    adapter.ia.lmrSyncRdmaRead(twoSegments());
    assertTwoSegments();
  }

  @Test
  void libraryIsToldAfterWrites() {
    DoubleControl.double_watch("dat_lmr_sync_rdma_write");
    adapter.ia.lmrSyncRdmaWrite(twoSegments());
    assertTwoSegments();
  }

  @Test
  void refusalOfTheLibraryIsThrown() {
    DoubleControl.double_fail("dat_lmr_sync_rdma_read", 0x8000_0000 | DatReturn.INVALID_PARAMETER);
    DatException e =
        assertThrows(DatException.class, () -> adapter.ia.lmrSyncRdmaRead(twoSegments()));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
  }
}
