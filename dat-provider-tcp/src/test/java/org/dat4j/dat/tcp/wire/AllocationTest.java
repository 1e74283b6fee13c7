package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {
  private static final int MESSAGES = 100_000;
  private static final long BOUND = 16_384;
  private static final int RUNS = 10;

  private final ByteBuffer payload = ByteBuffer.allocateDirect(1024);
  private Frames frames;
  private Crc32c crc;
  private InboundChecks checks;
  private int msn;

  /** One of each kind that the data path has: encoded, parsed and checked. */
  private void exchange() {
    ByteBuffer slab = frames.staging;
    msn++;
    int at = 0;
    FpduEncoder.send(slab, at, true, msn, 0, 64);
    at += FpduEncoder.seal(slab, at, crc);
    FpduEncoder.readRequest(slab, at, msn, 1, 2, 3, 4, 5);
    at += FpduEncoder.seal(slab, at, crc);
    int header = FpduEncoder.write(slab, at, true, 7, msn, payload.capacity());
    slab.put(at + header, payload, 0, payload.capacity());
    if (crc != null) {
      crc.reset();
      crc.update(slab, at, header);
      crc.update(payload, 0, payload.capacity());
    }
    at += header + payload.capacity();
    at += FpduEncoder.trailer(slab, at, Fpdu.pad(14), crc == null ? 0 : crc.value());
    int from = 0;
    while (from < at) {
      consume(frames.parser.parse(from, at));
      from = frames.parser.end();
    }
  }

  private void consume(int result) {
    if (result != FpduParser.OK || checks.check(frames.parser) != FpduParser.OK) {
      throw new AssertionError(TerminateCode.describe(result));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void encodingAndParsingAllocateNothing(boolean useCrc) {
    frames = new Frames(useCrc);
    crc = useCrc ? new Crc32c() : null;
    checks = new InboundChecks();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertTrue(threads.isThreadAllocatedMemorySupported(), "this JVM counts allocations");
    threads.setThreadAllocatedMemoryEnabled(true);
    long thread = Thread.currentThread().getId();
    for (int i = 0; i < MESSAGES / 5; i++) {
      exchange();
    }
    threads.getThreadAllocatedBytes(thread);
    // On a busy machine the compiler may come late; what the code allocates is in every run.
    long least = Long.MAX_VALUE;
    int runs = 0;
    for (; runs < RUNS && least >= BOUND; runs++) {
      long before = threads.getThreadAllocatedBytes(thread);
      for (int i = 0; i < MESSAGES; i++) {
        exchange();
      }
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
    }
    assertEquals(runs * MESSAGES + MESSAGES / 5, msn);
    assertTrue(least < BOUND, least + " octets allocated for " + MESSAGES + " rounds");
  }
}
