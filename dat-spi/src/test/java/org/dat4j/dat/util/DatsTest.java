package org.dat4j.dat.util;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DatsTest {

  private static final Duration LIMIT = Duration.ofMillis(250);

  private final DatEvent event = new DatEvent();

  @Test
  void theExpectedCompletionGivesItsLength() {
    ScriptedEvd script = completes(5, DtoStatus.SUCCESS);
    assertEquals(64, Dats.awaitDto(script.evd, 5, LIMIT, event));
    assertEquals(List.of(250_000L), script.timeouts);
  }

  @Test
  void aFailedCompletionIsNamedWithItsStatus() {
    ScriptedEvd script = completes(5, DtoStatus.ERR_REMOTE_ACCESS);
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class, () -> Dats.awaitDto(script.evd, 5, LIMIT, event));
    assertEquals(DtoStatus.ERR_REMOTE_ACCESS, e.status());
    assertEquals(EventNumber.DTO_COMPLETION_EVENT, e.number());
    assertTrue(e.getMessage().contains("Evd[7]"), e::getMessage);
    assertTrue(e.getMessage().contains("ERR_REMOTE_ACCESS"), e::getMessage);
  }

  @ParameterizedTest
  @EnumSource(names = {"ERR_FLUSHED", "ERR_TRANSPORT", "ERR_RECEIVER_NOT_READY"})
  void theEndOfTheConnectionIsNamedWithTheRemedy(DtoStatus status) {
    ScriptedEvd script = completes(5, status);
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class, () -> Dats.awaitDto(script.evd, 5, LIMIT, event));
    assertTrue(e.getMessage().contains("awaitEnd tells why"), e::getMessage);
    assertTrue(e.getMessage().contains("connect again"), e::getMessage);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SUCCESS"})
  void eachFailureSaysWhereTheCauseIs(DtoStatus status) {
    ScriptedEvd script = completes(5, status);
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class, () -> Dats.awaitDto(script.evd, 5, LIMIT, event));
    assertTrue(e.getMessage().contains("DatConnection.awaitEnd tells"), e::getMessage);
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertTrue(e.getMessage().startsWith("Evd[7].await: event = "), e::getMessage);
  }

  @Test
  void aConnectWithoutAnswerSaysWhatToCheck() {
    ScriptedEvd script =
        new ScriptedEvd(
            e -> {
              e.setConnection(EventNumber.CONNECTION_EVENT_TIMED_OUT, null, null, null)
                  .setDetail("no answer within the time given to connect");
              return DatReturn.SUCCESS;
            });
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class,
            () -> Dats.await(script.evd, EventNumber.CONNECTION_EVENT_ESTABLISHED, LIMIT, event));
    assertTrue(e.getMessage().contains("check that a program of DAT accepts"), e::getMessage);
  }

  @Test
  void anotherCookieIsRefused() {
    ScriptedEvd script = completes(6, DtoStatus.SUCCESS);
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class, () -> Dats.awaitDto(script.evd, 5, LIMIT, event));
    assertTrue(e.getMessage().contains("expected the cookie 0x5"), e::getMessage);
    assertTrue(e.getMessage().contains("in the order of the posts"), e::getMessage);
  }

  @Test
  void aRefusedConnectionIsNamedWithTheRemedy() {
    ScriptedEvd script =
        new ScriptedEvd(
            e -> {
              e.setConnection(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, null, null, null);
              return DatReturn.SUCCESS;
            });
    UnexpectedEventException e =
        assertThrows(
            UnexpectedEventException.class,
            () -> Dats.await(script.evd, EventNumber.CONNECTION_EVENT_ESTABLISHED, LIMIT, event));
    assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e.number());
    assertNull(e.status());
    assertTrue(e.getMessage().contains("start the listener first"), e::getMessage);
  }

  static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(DatReturn.TIMEOUT_EXPIRED, "in time"),
        Arguments.of(DatReturn.INTERRUPTED_CALL, "the waiting thread was interrupted"),
        Arguments.of(DatReturn.ABORT, "the EVD was freed or its adapter closed"));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aWaitThatEndsWithoutEventSaysWhatWasAwaitedAndWhyItEnded(int outcome, String why) {
    ScriptedEvd script = new ScriptedEvd(e -> outcome);
    DatException e =
        assertThrows(DatException.class, () -> Dats.awaitDto(script.evd, 1, LIMIT, event));
    assertEquals(outcome, e.type());
    assertTrue(e.getMessage().contains("no DTO_COMPLETION_EVENT came"), e::getMessage);
    assertTrue(e.getMessage().contains(why), e::getMessage);
  }

  @Test
  void timeLimitsAreRoundedUpAndNeverBecomeInfinite() {
    assertEquals(0, Dats.micros(Duration.ofSeconds(-1)));
    assertEquals(0, Dats.micros(Duration.ZERO));
    assertEquals(1, Dats.micros(Duration.ofNanos(1)));
    assertEquals(1_000_000, Dats.micros(Duration.ofSeconds(1)));
    assertEquals(0xFFFF_FFFEL, Dats.micros(Duration.ofDays(1)));
    assertEquals(0xFFFF_FFFEL, Dats.micros(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Test
  void onlyNoLimitIsInfinite() {
    assertEquals(DatConstants.TIMEOUT_INFINITE, Dats.micros(Dats.NO_LIMIT));
    assertEquals(Dats.NO_LIMIT, Dats.left(Dats.NO_LIMIT, Dats.deadline(Dats.NO_LIMIT)));
    assertEquals(Duration.ZERO, Dats.left(Duration.ofSeconds(1), System.nanoTime() - 1));
  }

  private static ScriptedEvd completes(long cookie, DtoStatus status) {
    return new ScriptedEvd(
        e -> {
          e.setDto(null, null, cookie, status, 64);
          return DatReturn.SUCCESS;
        });
  }
}
