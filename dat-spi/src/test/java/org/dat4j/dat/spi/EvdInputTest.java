package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.spi.EvdInput.Notified;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table against the rules of the manual pages, each told in a way of its own. */
class EvdInputTest {

  private static List<EvdCondition> live() {
    return Arrays.stream(EvdCondition.values()).filter(c -> c != EvdCondition.FREED).toList();
  }

  private static boolean unwaitable(EvdCondition condition) {
    return (condition.state() & EvdState.UNWAITABLE) != 0;
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsPermittedOnAFreedEvd(EvdInput input) {
    assertFalse(input.permits(EvdCondition.FREED));
    assertNull(input.next(EvdCondition.FREED));
  }

  @Test
  void waitsNeedAWaitableEvdWithoutWaiter() {
    for (EvdCondition from : live()) {
      assertEquals(!from.isWaited() && !unwaitable(from), EvdInput.WAIT.permits(from), "" + from);
      if (EvdInput.WAIT.permits(from)) {
        assertTrue(EvdInput.WAIT.next(from).isWaited());
        assertSame(from, EvdInput.WAIT_ENDS.next(EvdInput.WAIT.next(from)));
      } else {
        assertFalse(EvdInput.WAIT_ENDS.permits(from) && !from.isWaited(), "" + from);
      }
    }
  }

  @Test
  void onlyAWaiterKeepsEventsFromBeingDequeued() {
    int refusals = EvdInput.DEQUEUE.refusals();
    for (EvdCondition from : EvdCondition.values()) {
      boolean permitted = from != EvdCondition.FREED && !from.isWaited();
      assertEquals(permitted, EvdInput.DEQUEUE.permits(from), "" + from);
      assertEquals(permitted, (refusals >>> from.ordinal() & 1) == 0, "" + from);
      assertSame(from, EvdCondition.of(from.ordinal()));
    }
  }

  @Test
  void enablingChangesNothingElse() {
    for (EvdCondition from : live()) {
      for (EvdInput input : List.of(EvdInput.ENABLE, EvdInput.DISABLE)) {
        EvdCondition next = input.next(from);
        assertEquals(input == EvdInput.ENABLE, next.isEnabled(), from + " " + input);
        assertEquals(from.isWaited(), next.isWaited(), from + " " + input);
        assertEquals(unwaitable(from), unwaitable(next), from + " " + input);
      }
    }
  }

  @Test
  void settingUnwaitableSendsTheWaiterAway() {
    for (EvdCondition from : live()) {
      EvdCondition set = EvdInput.SET_UNWAITABLE.next(from);
      assertTrue(unwaitable(set), "" + from);
      assertFalse(set.isWaited(), "" + from);
      assertEquals(from.isEnabled(), set.isEnabled(), "" + from);
      EvdCondition cleared = EvdInput.CLEAR_UNWAITABLE.next(from);
      assertFalse(unwaitable(cleared), "" + from);
      assertEquals(from.isWaited(), cleared.isWaited(), "" + from);
      assertEquals(from.isEnabled(), cleared.isEnabled(), "" + from);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"RESIZE", "MODIFY_CNO", "POST_SE", "QUERY"})
  void otherCallsLeaveTheConditionAlone(EvdInput input) {
    for (EvdCondition from : live()) {
      assertSame(from, input.next(from));
    }
  }

  @Test
  void freeIsPermittedWhateverTheCondition() {
    for (EvdCondition from : live()) {
      assertSame(EvdCondition.FREED, EvdInput.FREE.next(from));
    }
  }

  @Test
  void waiterGoesBeforeTheCnoAndDisabledTellsNobody() {
    for (EvdCondition at : EvdCondition.values()) {
      Notified expected =
          at.isWaited() ? Notified.WAITER : at.isEnabled() ? Notified.CNO : Notified.NOBODY;
      assertSame(expected, EvdInput.arrival(at), "" + at);
    }
  }

  @Test
  void refusalsNameTheirReason() {
    assertEquals(DatSubtype.INVALID_STATE_EVD_WAITER, EvdCondition.DISABLED_WAITED.refusal());
    assertEquals(
        DatSubtype.INVALID_STATE_EVD_UNWAITABLE, EvdCondition.ENABLED_UNWAITABLE.refusal());
    assertEquals(DatSubtype.INVALID_HANDLE1, EvdCondition.FREED.refusal());
  }
}
