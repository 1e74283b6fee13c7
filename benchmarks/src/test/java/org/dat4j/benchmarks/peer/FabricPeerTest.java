package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.junit.jupiter.api.Test;

class FabricPeerTest {

  @Test
  void halfTripBecomesRoundTrips() {
    String output =
        """
        bytes   #sent   #ack     total       time     MB/sec    usec/xfer   Mxfers/sec
        64      20k     =20k     2.4m        0.15s     17.30       3.70       0.27
        """;
    Sample sample = FabricPeer.parse(output, 20_000).orElseThrow();
    assertEquals(20_000, sample.count());
    assertEquals(20_000 * 7400L, sample.nanos());
  }

  @Test
  void errorHasNoSample() {
    assertTrue(FabricPeer.parse("ERROR: fi_getinfo: -61 (No data available)", 10).isEmpty());
  }

  @Test
  void messagesOfOneConnectionAreRefusedOverMany() {
    FabricPeer peer = new FabricPeer("shm", Peer.Reach.MACHINE, Map.of());
    assertTrue(peer.refusal(OperatingPoint.pingPong(64, 100)).orElseThrow().contains("connection"));
    assertTrue(peer.refusal(OperatingPoint.pingPong(64, 1)).isEmpty());
  }
}
