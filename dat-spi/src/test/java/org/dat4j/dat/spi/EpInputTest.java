package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import org.dat4j.dat.EpState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpInputTest {

  /** Rows of the contract's section 3.1, by the names of its columns. */
  @ParameterizedTest
  @CsvSource({
    "CONNECT, UNCONNECTED, ACTIVE_CONNECTION_PENDING",
    "DUP_CONNECT, UNCONNECTED, ACTIVE_CONNECTION_PENDING",
    "RESERVE, UNCONNECTED, RESERVED",
    "UNRESERVE, RESERVED, UNCONNECTED",
    "UNRESERVE, PASSIVE_CONNECTION_PENDING, PASSIVE_CONNECTION_PENDING",
    "REQUESTED, RESERVED, PASSIVE_CONNECTION_PENDING",
    "ACCEPT, UNCONNECTED, COMPLETION_PENDING",
    "ACCEPT_OWN, PASSIVE_CONNECTION_PENDING, COMPLETION_PENDING",
    "ACCEPT_OWN, TENTATIVE_CONNECTION_PENDING, COMPLETION_PENDING",
    "REJECT_OWN, PASSIVE_CONNECTION_PENDING, UNCONNECTED",
    "ESTABLISHED, ACTIVE_CONNECTION_PENDING, CONNECTED",
    "ESTABLISHED, COMPLETION_PENDING, CONNECTED",
    "ENDED, CONNECTED, DISCONNECTED",
    "DISCONNECT_ABRUPT, DISCONNECT_PENDING, DISCONNECTED",
    "DISCONNECT_GRACEFUL, CONNECTED, DISCONNECT_PENDING",
    "DISCONNECT_GRACEFUL, DISCONNECT_PENDING, DISCONNECT_PENDING",
    "DISCONNECT_GRACEFUL, DISCONNECTED, DISCONNECTED",
    "RESET, DISCONNECTED, UNCONNECTED",
    "RESET, UNCONNECTED, UNCONNECTED"
  })
  void cellNamesTheNextState(EpInput input, EpState from, EpState to) {
    assertEquals(to, input.next(from));
    assertTrue(input.permits(from));
  }

  @Test
  void receivesArePostedInEveryStateThatIsReported() {
    for (EpState state : EpState.values()) {
      boolean reported = !state.name().startsWith("UNCONFIGURED");
      assertEquals(reported, EpInput.POST_RECV.permits(state), state.name());
    }
  }

  @Test
  void onlyListedStatesPermit() {
    assertPermits(EpInput.CONNECT, EpState.UNCONNECTED);
    assertPermits(EpInput.DUPLICATED, EpState.CONNECTED);
    assertPermits(EpInput.RESET, EpState.UNCONNECTED, EpState.DISCONNECTED);
    assertPermits(EpInput.POST_REQUEST, EpState.CONNECTED, EpState.DISCONNECTED);
    assertPermits(EpInput.MODIFY_PZ, EpState.UNCONNECTED, EpState.TENTATIVE_CONNECTION_PENDING);
    assertPermits(EpInput.MODIFY_SPECIFIC, EpState.UNCONNECTED);
    for (EpInput row : new EpInput[] {EpInput.MODIFY_EVD, EpInput.MODIFY_ATTRIBUTE}) {
      assertPermits(
          row,
          EpState.UNCONNECTED,
          EpState.RESERVED,
          EpState.PASSIVE_CONNECTION_PENDING,
          EpState.TENTATIVE_CONNECTION_PENDING);
    }
  }

  private static void assertPermits(EpInput input, EpState... states) {
    Set<EpState> permitted = EnumSet.noneOf(EpState.class);
    for (EpState state : EpState.values()) {
      if (input.permits(state)) {
        permitted.add(state);
      }
    }
    assertEquals(Set.of(states), permitted, input.name());
  }

  @Test
  void endpointsOfServicePointsAreNotFreed() {
    assertFalse(EpInput.FREE.permits(EpState.RESERVED));
    assertNull(EpInput.FREE.next(EpState.PASSIVE_CONNECTION_PENDING));
    assertNull(EpInput.FREE.next(EpState.TENTATIVE_CONNECTION_PENDING));
  }
}
