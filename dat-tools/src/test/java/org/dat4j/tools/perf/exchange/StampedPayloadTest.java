package org.dat4j.tools.perf.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StampedPayloadTest {

  private static final int BEFORE = 16;

  private static ByteBuffer buffer(StampedPayload payload, long sequence) {
    ByteBuffer buffer = StampedPayload.ordered(ByteBuffer.allocate(BEFORE + payload.size() + 16));
    payload.fill(buffer, BEFORE, sequence);
    return buffer;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 15, 16, 20, 63, 64, 65, 100, 4095, 4096, 4100, 4104, 9000})
  void everyByteIsCheckedAndNoneOutsideIsTouched(int size) {
    StampedPayload payload = new StampedPayload(size);
    ByteBuffer buffer = buffer(payload, 41);
    assertTrue(payload.whole(buffer, BEFORE, 41));
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) (buffer.get(i) ^ 0x10));
      boolean inside = i >= BEFORE && i < BEFORE + size;
      assertEquals(!inside, payload.whole(buffer, BEFORE, 41), "byte " + (i - BEFORE));
      buffer.put(i, (byte) (buffer.get(i) ^ 0x10));
    }
    assertEquals(0, buffer.get(BEFORE - 1));
    assertEquals(0, buffer.get(BEFORE + size));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 20, 64, 100, 5000})
  void theStampsOfAnotherOperationAreRefused(int size) {
    StampedPayload payload = new StampedPayload(size);
    ByteBuffer buffer = buffer(payload, 41);
    assertTrue(payload.stamped(buffer, BEFORE, 41));
    assertFalse(payload.stamped(buffer, BEFORE, 42));
    payload.stamp(buffer, BEFORE, 42);
    assertTrue(payload.whole(buffer, BEFORE, 42));
    payload.clear(buffer, BEFORE);
    assertFalse(payload.stamped(buffer, BEFORE, 42));
  }
}
