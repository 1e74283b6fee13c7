package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class MutantTrialTest {
  private static final String FACTOR = "0.1";
  private static final DatKit KIT = new DatKit();

  private String before;

  private final MutantTrial trial = new MutantTrial(KIT, "loopback0", 1);

  /** A fault that keeps something from coming is waited for, and found by that. */
  private static void shortWaits() {
    System.setProperty(TimeFactor.PROPERTY, FACTOR);
  }

  @BeforeEach
  void remembersWaits() {
    before = System.getProperty(TimeFactor.PROPERTY);
  }

  @AfterEach
  void usualWaits() {
    if (before == null) {
      System.clearProperty(TimeFactor.PROPERTY);
    } else {
      System.setProperty(TimeFactor.PROPERTY, before);
    }
  }

  @Test
  void theUnchangedLayerIsNotFound() {
    assertEquals(
        new MutantVerdict("none", List.of("*"), List.of(), MutantVerdict.Strength.SURVIVOR),
        trial.judge("none"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "code.dat_ia_open.02",
        "ep.UNCONNECTED.dat_ep_connect",
        "ep.UNCONNECTED.dat_ep_connect.stuck",
        "ep.UNCONNECTED.dat_ep_free.silent",
        "event.about.ASYNC_ERROR_EVD_OVERFLOW",
        "event.cookie.SEND",
        "event.data.CONNECTION_EVENT_ESTABLISHED",
        "event.doubled.SEND",
        "event.ep.SEND",
        "event.evd.SEND",
        "event.fewer.ANY",
        "event.kind.CONNECTION_EVENT_ESTABLISHED",
        "event.longer.SEND",
        "event.lost.SEND",
        "event.more.ANY",
        "event.owner.ANY",
        "event.qualifier.CONNECTION_REQUEST_EVENT",
        "event.reason.ASYNC_ERROR_EVD_OVERFLOW",
        "event.reordered.SEND",
        "event.shorter.SEND",
        "event.side.SEND",
        "event.sp.CONNECTION_REQUEST_EVENT",
        "event.status.SEND",
        "return.dat_ia_open.01"
      })
  void eachKindOfFaultIsFound(String id) {
    shortWaits();
    MutantVerdict verdict = trial.judge(id);
    assertEquals(MutantVerdict.Strength.STRONG, verdict.strength(), verdict::toString);
  }
}
