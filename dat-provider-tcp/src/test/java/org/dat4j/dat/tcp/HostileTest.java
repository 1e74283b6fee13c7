package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Peers that do what they must not. The inputs have numbers: 1 to 22 are about start-up ({@link
 * HostileRequestTest}, {@link HostileReplyTest}), 23 to 32 about framing, 33 to 47 about DDP, 48 to
 * 60 about RDMAP ({@link HostileTable}, {@link HostileStreamTest}, {@link HostileMessageTest}).
 * What comes to a connection that stands is tried in both roles of the adapter, with CRC and
 * without where that makes a difference; start-up is tried in the role that can meet it.
 *
 * <p>After each: the Terminate is what the RFCs say, byte by byte, no byte of memory has changed
 * that should not, there is one connection event, and each posted transfer completed once.
 */
@Timeout(240)
class HostileTest {

  private static final int INPUTS = 60;

  /** Where the tests are, with the roles of the adapter in each of them. */
  private static final Map<Class<?>, Set<Role>> HOMES =
      Map.of(
          HostileRequestTest.class, EnumSet.of(Role.RESPONDER),
          HostileReplyTest.class, EnumSet.of(Role.INITIATOR),
          HostileStreamTest.class, EnumSet.allOf(Role.class),
          HostileMessageTest.class, EnumSet.allOf(Role.class));

  /** Inputs that by their nature only one role can be given: requests and replies. */
  private static final Map<Integer, Role> ONE_ROLE =
      Map.of(
          9, Role.RESPONDER,
          12, Role.RESPONDER,
          15, Role.RESPONDER,
          19, Role.INITIATOR,
          20, Role.INITIATOR,
          22, Role.RESPONDER);

  /** Which inputs of the list a test is about. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.METHOD)
  @interface Inputs {
    int[] value();
  }

  static Stream<Arguments> table() {
    return HostileTable.all().stream()
        .flatMap(
            one ->
                Stream.of(Role.values())
                    .flatMap(
                        role ->
                            Stream.of(true, false)
                                .filter(one::suits)
                                .map(crc -> Arguments.of(one, role, crc ? "crc=on" : "crc=off"))));
  }

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("table")
  void inputIsAnsweredAsTheRfcsSay(HostileCase one, Role role, String crc) throws IOException {
    try (LogCapture silence = new LogCapture();
        HostileScene scene = new HostileScene(role, crc.equals("crc=on"))) {
      scene.postReceives();
      String answer = one.send(scene);
      if (answer == null) {
        scene.expectAlive(1);
      } else {
        scene.expectLast(answer);
        scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, HostileScene.RECEIVES, one.first());
      }
      if (one.isDeliveredNothing()) {
        scene.expectUntouched();
      } else {
        scene.expectUntouchedButReceives(1);
      }
      silence.expectKept();
    }
  }

  @Test
  void everyInputOfTheListHasATestInEachRole() {
    Map<Integer, Set<Role>> tried = new TreeMap<>();
    HostileTable.all().forEach(one -> tried.put(one.number(), EnumSet.allOf(Role.class)));
    HOMES.forEach(
        (home, roles) -> {
          for (Method method : home.getDeclaredMethods()) {
            Inputs inputs = method.getAnnotation(Inputs.class);
            if (inputs != null) {
              IntStream.of(inputs.value())
                  .forEach(
                      input ->
                          tried
                              .computeIfAbsent(input, any -> EnumSet.noneOf(Role.class))
                              .addAll(roles));
            }
          }
        });
    Map<Integer, Set<Role>> all = new TreeMap<>();
    for (int input = 1; input <= INPUTS; input++) {
      Role only = ONE_ROLE.get(input);
      all.put(input, only == null ? EnumSet.allOf(Role.class) : EnumSet.of(only));
    }
    assertEquals(all, tried);
  }
}
