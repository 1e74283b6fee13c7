package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.dat4j.tools.Dat4j;
import org.junit.jupiter.api.Test;

class PerfRequestTest {

  private static PerfRequest request(Path histogram, Integer... sizes) {
    return new PerfRequest("x0", Op.SEND, List.of(sizes), 0, 1, true, List.of(), histogram);
  }

  @Test
  void eachOfSeveralSizesHasItsOwnHistogram() {
    assertEquals(Path.of("a/b.hgrm"), request(Path.of("a/b.hgrm"), 64).histogram(64));
    assertEquals(Path.of("a/b-64.hgrm"), request(Path.of("a/b.hgrm"), 64, 65).histogram(64));
    assertEquals(Path.of("b-65"), request(Path.of("b"), 64, 65).histogram(65));
    assertNull(request(null, 64).histogram(64));
  }

  @Test
  void theOtherSideIsStartedByTheCommandsMainClass() {
    assertEquals(Dat4j.class.getName(), PartnerProcess.MAIN_CLASS);
  }

  @Test
  void theLimitFitsWhereTheSidesAre() {
    assertEquals(Limit.FLAG, Limit.of(Op.SEND, 64, 1, true, true));
    assertEquals(Limit.COPY, Limit.of(Op.SEND, 64, 2, true, true));
    assertEquals(Limit.COPY, Limit.of(Op.WRITE, 64, 1, true, true));
    assertEquals(Limit.NIO_POLL, Limit.of(Op.SEND, 64, 1, true, false));
    assertEquals(Limit.NIO_SELECT, Limit.of(Op.READ, 64, 1, false, false));
    assertEquals(Limit.NIO_COALESCED, Limit.of(Op.SEND, 64, 256, true, false));
    assertEquals(Limit.NIO_STREAM, Limit.of(Op.WRITE, 1 << 20, 16, true, false));
  }
}
