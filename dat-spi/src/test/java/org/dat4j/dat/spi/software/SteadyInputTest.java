package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Waits while polls move input of other connections all the time. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SteadyInputTest {

  private static final long LIMIT_MICROS = 2_000;

  private final StubFabric fabric =
      new StubFabric() {
        @Override
        public int poll() {
          return 1;
        }
      };

  private final SoftIa ia = fabric.open();
  private final Cno cno = ia.createCno(null);
  private final Evd evd = ia.createEvd(1, cno, EvdFlags.SOFTWARE);

  @Test
  void aWaitOnAnEvdEndsAtItsTimeLimit() {
    DatEvent event = new DatEvent();
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(LIMIT_MICROS, 1, event));
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, event));
  }

  @Test
  void aWaitOnACnoEndsAtItsTimeLimit() {
    CnoTrigger trigger = new CnoTrigger();
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(LIMIT_MICROS, trigger));
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(0, trigger));
  }
}
