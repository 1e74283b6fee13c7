package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.libdapl.SiwPageReservation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The adapter that opens and closes what lies across the page that libsiw cannot map, on the C
 * double.
 */
@ExtendWith(NeedsDouble.class)
class SiwPageReservationTest {

  /** Of rdma/siw-abi.h: SIW_INVAL_UOBJ_KEY and the size of struct siw_cqe. */
  private static final int INVALID_KEY = 0x90000;

  private static final int CQE_BYTES = 32;

  private final SiwPageReservation reservation = new SiwPageReservation();

  @BeforeEach
  void empty() {
    DoubleAdapter.reset();
  }

  private void take(String device) {
    reservation.take(device, "ia0", "test", type -> "remedy");
  }

  private static long count(String function) {
    String history = " " + DoubleControl.double_history();
    return history.split(" " + function + "(?= )", -1).length - 1;
  }

  @Test
  void evdOfTheFirstLiesAcrossThePage() {
    DoubleControl.double_watch("dat_evd_create");
    take("siw0");
    long bytes = DoubleControl.argument(1) * CQE_BYTES;
    assertTrue(bytes > INVALID_KEY, bytes + " bytes from 0 on");
    assertEquals(EvdFlags.DTO, DoubleControl.argument(3), "only transfers have a queue");
    reservation.release("siw0");
  }

  @Test
  void itIsThereFromTheFirstAdapterOfADeviceToItsLast() {
    assertTrue(reservation.opens("siw0"));
    take("siw0");
    assertFalse(reservation.opens("siw0"));
    assertTrue(reservation.opens("siw1"));
    take("siw0");
    take("siw1");
    assertEquals(2, count("dat_ia_openv"));
    assertEquals(2, reservation.adapters());
    reservation.release("siw0");
    assertEquals(0, count("dat_ia_close"), "siw0 has another adapter");
    reservation.release("siw0");
    assertEquals(1, count("dat_ia_close"));
    assertEquals(1, reservation.adapters());
    take("siw0");
    assertEquals(3, count("dat_ia_openv"), "opened again");
    reservation.release("siw0");
    reservation.release("siw1");
    assertEquals(3, count("dat_ia_close"));
    assertEquals(0, reservation.adapters());
  }

  @Test
  void refusedCloseOfTheRoomIsNothingToWhoeverClosesLast() {
    take("siw0");
    DoubleControl.double_fail("dat_ia_close", 0x800c_0000);
    reservation.release("siw0");
    assertEquals(1, count("dat_ia_close"));
    assertEquals(0, reservation.adapters());
  }

  @Test
  void refusedEvdLeavesNothingOpen() {
    DoubleControl.double_fail("dat_evd_create", 0x8003_0000);
    DatException e = assertThrows(DatException.class, () -> take("siw0"));
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, e.type());
    assertEquals(1, count("dat_ia_close"));
    assertEquals(0, reservation.adapters());
    assertTrue(reservation.opens("siw0"));
  }
}
