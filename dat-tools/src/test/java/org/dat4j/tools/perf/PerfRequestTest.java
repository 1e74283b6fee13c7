package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import org.dat4j.tools.Dat4j;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.Operation;
import org.junit.jupiter.api.Test;

class PerfRequestTest {

  private static PerfRequest request(Path histogram, Integer... sizes) {
    return new PerfRequest("x0", Operation.SEND, List.of(sizes), 0, 1, true, List.of(), histogram);
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
    assertEquals(Baseline.FLAG, Baseline.of(Operation.SEND, 64, 1, true, true));
    assertEquals(Baseline.COPY, Baseline.of(Operation.SEND, 64, 2, true, true));
    assertEquals(Baseline.COPY, Baseline.of(Operation.WRITE, 64, 1, true, true));
    assertEquals(Baseline.NIO_POLL, Baseline.of(Operation.SEND, 64, 1, true, false));
    assertEquals(Baseline.NIO_SELECT, Baseline.of(Operation.READ, 64, 1, false, false));
    assertEquals(Baseline.NIO_COALESCED, Baseline.of(Operation.SEND, 64, 256, true, false));
    assertEquals(Baseline.NIO_STREAM, Baseline.of(Operation.WRITE, 1 << 20, 16, true, false));
  }
}
