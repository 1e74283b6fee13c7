package org.dat4j.conformance.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.pairs.DatPairs;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.junit.jupiter.api.Test;

class PairExceptionsTest {
  private final PairExceptions exceptions =
      new PairExceptions(
          DatPairs.class, name -> AllowedReturns.parse(name).types().iterator().next());

  private boolean allow(String call, String other, Object value) {
    return exceptions.allow(call, other, new Answer(DatReturn.SUCCESS, value));
  }

  @Test
  void aStateReadDuringAFreeMayBeDisconnected() {
    assertTrue(allow("ep_get_status", "ep_free", EpState.DISCONNECTED));
    assertTrue(allow("ep_query", "ep_free", EpState.DISCONNECTED));
  }

  @Test
  void aRowWithAValueAllowsNoOtherValue() {
    assertFalse(allow("ep_get_status", "ep_free", EpState.UNCONNECTED));
    assertFalse(allow("ep_get_status", "ep_free", null));
  }

  @Test
  void aRowIsForItsPairOnly() {
    assertFalse(allow("ep_get_status", "ep_reset", EpState.DISCONNECTED));
    assertFalse(allow("ep_free", "ep_get_status", EpState.DISCONNECTED));
  }

  @Test
  void aRowWithoutAValueAllowsEachValue() {
    assertTrue(allow("evd_dequeue", "evd_free", "an event"));
    assertTrue(allow("evd_dequeue", "evd_free", null));
  }
}
