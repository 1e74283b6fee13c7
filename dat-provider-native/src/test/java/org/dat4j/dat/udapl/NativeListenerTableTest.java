package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The time in which the library's thread is away from a service point that is made, on the C
 * double.
 */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class NativeListenerTableTest {

  /** One for each test: what is freed with an adapter is remembered for the process. */
  private static final int NOBODYS = 4243;

  private static final int FREED = 4244;
  private static final Pattern AWAY = Pattern.compile("dat_ep_connect .*dat_psp_create .*");

  private Ia ia;
  private Evd evd;
  private PlayedThread thread;

  @BeforeEach
  void open() {
    ia = DoubleAdapter.open(DoubleAdapter.CM_LIBRARY);
    evd = ia.createEvd(4, null, EvdFlags.CR);
    thread = PlayedThread.of(ia);
  }

  @AfterEach
  void close() {
    // Or the close would wait for the thread, which nobody plays from here on.
    DoubleControl.double_fail("dat_ep_connect", 0x0008_0000);
    ia.close();
    DoubleControl.double_fail(null, 0);
  }

  private String historyOfCreation(int qualifier) {
    int before = DoubleControl.double_history().length();
    ia.createPsp(qualifier, evd, PspFlags.CONSUMER);
    return DoubleControl.double_history().substring(before);
  }

  @Test
  void qualifierThatNobodyHadIsListenedOnAtOnce() {
    assertEquals("dat_psp_create ", historyOfCreation(NOBODYS));
  }

  @Test
  void libraryThreadIsAwayWhereTheQualifierWasJustFreed() {
    Psp psp = ia.createPsp(FREED, evd, PspFlags.CONSUMER);
    thread.comes();
    assertEquals(0, ((NativeIa) ia).listeners().free(((NativePsp) psp).handle(), FREED));
    thread.comes();
    String history = historyOfCreation(FREED);
    assertTrue(AWAY.matcher(history).find(), history);
  }
}
