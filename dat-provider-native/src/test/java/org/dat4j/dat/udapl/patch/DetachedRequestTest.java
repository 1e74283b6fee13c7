package org.dat4j.dat.udapl.patch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The way of a request out of the library's memory, in memory that was laid out as the library
 * does.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class DetachedRequestTest {

  private static final int CACHED = 7;

  /** PTHREAD_MUTEX_ERRORCHECK of glibc. */
  private static final int ERRORCHECK = 2;

  private DetachedRequestMemory memory = new DetachedRequestMemory();

  @AfterEach
  void close() {
    memory.close();
  }

  private DetachedRequest accepted() {
    return DetachedRequest.of(memory.requestHandle(), memory.epHandle());
  }

  private void detach(DetachedRequest accepted) {
    assertEquals(DetachedRequest.Outcome.DETACHED, accepted.detach());
  }

  @ParameterizedTest
  @CsvSource({"104, 0, 0", "104, 1, 0", "104, 0, 1", "104, 2, 2", "112, 0, 0", "112, 1, 2"})
  void detachedRequestHasLeftItsServicePointAndItsEndpoint(int header, int before, int after) {
    memory.close();
    memory = new DetachedRequestMemory(header, before, after);
    List<Pointer> others = new ArrayList<>(memory.requests());
    others.remove(memory.request);
    detach(accepted());
    assertEquals(others, memory.listed(true));
    if (!others.isEmpty()) {
      Collections.reverse(others.subList(1, others.size()));
    }
    assertEquals(others, memory.listed(false));
    assertEquals(before + after, memory.count());
    assertEquals(0, memory.ofEndpoint());
    assertEquals(0, memory.ofConnection());
    assertEquals(DetachedRequestMemory.ACTIVE_CONNECTION_PENDING, memory.state());
  }

  @Test
  void detachedRequestIsFreed() {
    long size = HeapBlockHold.size(memory.requestHandle());
    long[] pieces = new long[CACHED];
    Arrays.setAll(pieces, i -> Native.malloc(size));
    detach(accepted());
    long next = Native.malloc(size);
    assertEquals(memory.requestHandle(), next);
    Native.free(next);
    Arrays.stream(pieces).forEach(Native::free);
  }

  static Stream<Arguments> unknownBefore() {
    return Stream.of(
        other("an entry of something else", m -> m.request.setLong(40, m.epHandle())),
        other("a list elsewhere", m -> m.request.setLong(48, m.request.getLong(48) + 8)),
        other("a request without the service point", m -> m.request.setLong(1016, 0)),
        other("a service point of another kind", m -> m.point.setInt(8, 0xFAB4FEED)),
        other("an endpoint of another kind", m -> m.ep.setInt(8, 0xFEEDFACE)),
        other("an endpoint of another adapter", m -> m.ep.setLong(104, 77)),
        other("no connection", m -> m.request.setLong(144, 0)),
        other("a connection without the service point", m -> m.connection.setLong(192, 0)));
  }

  static Stream<Arguments> unknownAfter() {
    return Stream.of(
        other("another state", m -> m.state(DetachedRequestMemory.CONNECTED)),
        other("a request that was not accepted", m -> m.request.setInt(8, 0xBE12CEE1)),
        other("a request without the endpoint", m -> m.request.setLong(136, 0)),
        other("an endpoint without the request", m -> m.ofEndpoint(0)),
        other("a connection of another service point", m -> m.connection.setLong(192, 7)),
        other("a connection of another endpoint", m -> m.connection.setLong(200, 0)));
  }

  private static Arguments other(String what, Consumer<DetachedRequestMemory> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknownBefore")
  void unknownLayoutBeforeAnAcceptIsNotRecognized(
      String what, Consumer<DetachedRequestMemory> change) {
    change.accept(memory);
    assertNull(accepted());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unknownAfter")
  void unknownLayoutAfterAnAcceptIsLeftAlone(String what, Consumer<DetachedRequestMemory> change) {
    DetachedRequest accepted = accepted();
    change.accept(memory);
    int state = memory.state();
    long point = memory.ofConnection();
    assertEquals(DetachedRequest.Outcome.UNKNOWN, accepted.detach());
    assertEquals(state, memory.state());
    assertEquals(List.of(memory.request), memory.listed(true));
    assertEquals(1, memory.count());
    assertEquals(point, memory.ofConnection());
  }

  @Test
  void acceptThatHasFailedIsLeftAlone() {
    DetachedRequest accepted = accepted();
    memory.connected(false);
    assertEquals(DetachedRequest.Outcome.NOT_ACCEPTED, accepted.detach());
    assertEquals(DetachedRequestMemory.COMPLETION_PENDING, memory.state());
    assertEquals(memory.pointHandle(), memory.ofConnection());
    assertEquals(1, memory.count());
  }

  @Test
  void requestOfAConnectionThatADequeueHasEndedIsLeftToTheDequeue() {
    DetachedRequest accepted = accepted();
    memory.state(DetachedRequestMemory.DISCONNECTED);
    assertEquals(DetachedRequest.Outcome.LEFT_TO_DEQUEUE, accepted.detach());
    assertEquals(DetachedRequestMemory.DISCONNECTED, memory.state());
    assertEquals(List.of(memory.request), memory.listed(true));
    assertEquals(1, memory.count());
    assertEquals(memory.requestHandle(), memory.ofEndpoint());
    assertEquals(0, memory.ofConnection());
    assertFalse(accepted.isTaken());
    memory.ofEndpoint(0);
    assertTrue(accepted.isTaken());
  }

  @ParameterizedTest
  @CsvSource({"0, 2, true", "1, 2, false", "0, 1, false"})
  void servicePointIsLeftWhenItWasFreedAndThisWasTheLastRequest(
      int others, int state, boolean left) {
    memory.close();
    memory = new DetachedRequestMemory(104, others, 0);
    memory.pointState(state);
    DetachedRequest accepted = accepted();
    detach(accepted);
    assertEquals(left, accepted.point().isOrphaned());
    assertEquals(memory.pointHandle(), accepted.point().handle());
  }

  @ParameterizedTest
  @CsvSource({"true", "false"})
  void lockedObjectsStayUnchanged(boolean endpoint) {
    memory.close();
    // The larger mutex fits there on every processor.
    memory = new DetachedRequestMemory(112, 0, 0);
    Pointer mutex = (endpoint ? memory.ep : memory.point).share(DaplServicePoint.LOCK);
    // A mutex whose lock fails for a thread that already holds it.
    Pointer checks = new Memory(8);
    call("pthread_mutexattr_init", checks);
    call("pthread_mutexattr_settype", checks, ERRORCHECK);
    call("pthread_mutex_init", mutex, checks);
    call("pthread_mutex_lock", mutex);
    DetachedRequest accepted = accepted();
    assertThrows(IllegalStateException.class, accepted::detach);
    assertEquals(1, memory.count());
    assertEquals(List.of(memory.request), memory.listed(true));
    if (endpoint) {
      assertEquals(memory.requestHandle(), memory.ofEndpoint());
      assertEquals(DetachedRequestMemory.COMPLETION_PENDING, memory.state());
    }
    call("pthread_mutex_unlock", mutex);
  }

  @Test
  void locksAreReleased() {
    detach(accepted());
    assertEquals(0, call("pthread_mutex_trylock", memory.ep.share(DaplServicePoint.LOCK)));
    assertEquals(0, call("pthread_mutex_trylock", memory.point.share(DaplServicePoint.LOCK)));
  }

  private static int call(String function, Object... arguments) {
    return NativeLibrary.getProcess().getFunction(function).invokeInt(arguments);
  }
}
