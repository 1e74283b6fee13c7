package org.dat4j.dat.udapl.libdapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.udapl.abi.CompletionQueueProbe;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NativeTools;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The library is asked for no queue that the device would refuse, on the C double. */
@ExtendWith(NeedsDouble.class)
class DaplEvdFactoryTest {

  private static final int LENGTH = 77;

  private long ia;

  @BeforeEach
  void empty() {
    NativeTools.loadDouble();
    DoubleControl.double_outputs(2);
    ia = DoubleControl.double_handle(1);
    DoubleControl.double_watch("dat_evd_create");
  }

  @ParameterizedTest
  @ValueSource(ints = {EvdFlags.DTO, EvdFlags.RMR_BIND, EvdFlags.DTO | EvdFlags.CONNECTION})
  void queueThatTheDeviceRefusesIsNotAskedFor(int flags) {
    DatException e =
        assertThrows(
            DatException.class,
            () ->
                DaplEvdFactory.create(ia, n -> n == LENGTH ? "room" : null, LENGTH, flags, "test"));
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, e.type());
    assertTrue(e.getMessage().contains("missing: room"), e.getMessage());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void queueThatTheDeviceGrantsIsMade() {
    DaplEvdFactory.create(ia, n -> null, LENGTH, EvdFlags.DTO, "test");
    assertEquals(LENGTH, DoubleControl.argument(1));
  }

  @Test
  void evdWithoutQueueNeedsNoDevice() {
    DaplEvdFactory.create(ia, n -> fail(), LENGTH, EvdFlags.CONNECTION | EvdFlags.CR, "test");
    assertEquals(1, DoubleControl.calls());
  }

  @Test
  void deviceThatIsNotKnownRefusesNothing() {
    assertNull(CompletionQueueProbe.missingForQueue("", 1));
    assertNull(CompletionQueueProbe.missingForQueue("nosuchdevice0", 1));
  }
}
