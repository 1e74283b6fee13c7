package org.dat4j.rsm.dat.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.SegmentInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the codec of RSM control messages. */
class MessageCodecTest {
  static List<Message> messages() {
    Message.MemoryLocation place = new Message.MemoryLocation(0x80000001, -2, 7);
    SegmentInfo info =
        new SegmentInfo(
            64,
            "dattcp0",
            0x7fffffff,
            1L << 40,
            1000,
            -1,
            Integer.MAX_VALUE,
            0644,
            List.of(new AccessEntry(1, 0666), new AccessEntry(64, 0)),
            List.of(1L, 2L));
    return List.of(
        new Message.Hello(0, -1, Long.MAX_VALUE, List.of()),
        new Message.Hello(1, 2, 3, Collections.nCopies(MessageCodec.MAX_GROUPS, -7)),
        new Message.Welcome(-1, 1L << 63),
        new Message.Connect(0xffffffff, 0600),
        new Message.Connected(0, Long.MAX_VALUE, -1),
        new Message.Connected(117, 0, 0),
        new Message.Bind(5),
        new Message.Grant(0, place),
        new Message.Disconnect(-5),
        new Message.Abort(6),
        new Message.MemoryChanged(7, place),
        new Message.Signal(8, true, 1),
        new Message.Signal(8, false, 1000),
        new Message.ClaimId(0x400000, 15),
        new Message.GetListEntry(0),
        new Message.ListEntry(null),
        new Message.ListEntry(info),
        new Message.Heartbeat(),
        new Message.Done(42));
  }

  static List<SegmentInfo> longest() {
    String name = "d".repeat(300);
    List<AccessEntry> list = Collections.nCopies(64, new AccessEntry(64, 0666));
    return List.of(
        new SegmentInfo(1, name, 2, 3, 4, 5, 6, 0644, list, Collections.nCopies(99, 1L)));
  }

  private static byte[] encoded(int request, Message message) {
    ByteBuffer out = ByteBuffer.allocate(MessageCodec.MAX_SIZE);
    MessageCodec.encode(out, request, message);
    return Arrays.copyOf(out.array(), out.position());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void anEncodedMessageIsDecoded(Message message) throws ProtocolViolationException {
    MessageCodec.Frame frame = MessageCodec.decode(ByteBuffer.wrap(encoded(31, message)));
    assertEquals(new MessageCodec.Frame(31, message), frame);
  }

  @ParameterizedTest
  @MethodSource("longest")
  void anEntryOfTheListThatIsTooLongIsCutAndFits(SegmentInfo info)
      throws ProtocolViolationException {
    MessageCodec.Frame frame =
        MessageCodec.decode(ByteBuffer.wrap(encoded(0, new Message.ListEntry(info))));
    SegmentInfo shown = ((Message.ListEntry) frame.message()).info();
    assertEquals(info.accessList(), shown.accessList());
    assertEquals(MessageCodec.MAX_IMPORTERS, shown.importers().size());
    assertTrue(info.controller().startsWith(shown.controller()));
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aMessageThatIsCutOrGrownIsRefused(Message message) {
    byte[] right = encoded(3, message);
    for (int length = 0; length < right.length; length++) {
      byte[] cut = Arrays.copyOf(right, length);
      assertThrows(
          ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(cut)));
    }
    byte[] grown = Arrays.copyOf(right, right.length + 1);
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(grown)));
    // The length agrees, the content does not.
    int body = grown[4] << 8 & 0xff00 | grown[5] & 0xff;
    grown[4] = (byte) (body + 1 >> 8);
    grown[5] = (byte) (body + 1);
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(grown)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 77, 127, 128, 255})
  void aTypeThatDoesNotExistIsRefused(int type) {
    byte[] bytes = {(byte) type, 1, 0, 0, 0, 0};
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(bytes)));
  }

  @Test
  void anotherVersionIsRefused() {
    byte[] bytes = encoded(0, new Message.Heartbeat());
    bytes[1] = 1;
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(bytes)));
  }

  @ParameterizedTest
  @ValueSource(ints = {32, 0x7fff, 0x8000, 0xffff})
  void aRequestNumberAboveTheLimitIsRefused(int request) {
    byte[] bytes = encoded(request, new Message.Heartbeat());
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(bytes)));
  }

  @Test
  void aCountAboveItsLimitIsRefusedBeforeAnythingIsAllocated() {
    byte[] bytes = encoded(0, new Message.Hello(0, 0, 0, List.of()));
    for (int count : new int[] {129, 0x7fff, 0x8000, 0xffff}) {
      bytes[22] = (byte) (count >> 8);
      bytes[23] = (byte) count;
      ProtocolViolationException e =
          assertThrows(
              ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(bytes)));
      assertTrue(e.getMessage().contains("count"), e.getMessage());
    }
  }

  static List<byte[]> wrongValues() {
    List<byte[]> all = new ArrayList<>();
    all.add(encoded(0, new Message.Connect(1, 0)));
    all.add(encoded(0, new Message.Connect(1, 0644)));
    all.add(encoded(0, new Message.Connected(-1, 0, 0)));
    all.add(encoded(0, new Message.Connected(118, 0, 0)));
    all.add(encoded(0, new Message.Connected(0, -1, 0)));
    all.add(encoded(0, new Message.Done(Integer.MIN_VALUE)));
    all.add(encoded(0, new Message.GetListEntry(-1)));
    byte[] flag = encoded(0, new Message.Signal(1, true, 1));
    flag[flag.length - 1 - Integer.BYTES] = 2;
    all.add(flag);
    all.add(encoded(0, new Message.Signal(1, true, 0)));
    all.add(encoded(0, new Message.Signal(1, true, -1)));
    all.add(encoded(0, new Message.Signal(1, true, Message.Signal.MAX_COUNT + 1)));
    return all;
  }

  @ParameterizedTest
  @MethodSource("wrongValues")
  void aValueOutsideItsRangeIsRefused(byte[] bytes) {
    assertThrows(
        ProtocolViolationException.class, () -> MessageCodec.decode(ByteBuffer.wrap(bytes)));
  }

  @Test
  void randomBytesDecodeOrAreRefused() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Message> messages = messages();
    for (int round = 0; round < 200_000; round++) {
      byte[] bytes = encoded(random.nextInt(32), messages.get(random.nextInt(messages.size())));
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      ByteBuffer in = ByteBuffer.wrap(bytes, 0, random.nextInt(bytes.length + 1));
      try {
        MessageCodec.decode(in);
      } catch (ProtocolViolationException refused) {
        // As it should be.
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", round " + round, e);
      }
    }
  }
}
