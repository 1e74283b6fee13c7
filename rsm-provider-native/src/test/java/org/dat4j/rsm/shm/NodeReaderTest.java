package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.SegmentInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of a process that lists the nodes of others and is on none itself. */
@ExtendWith(NeedsSharedMemory.class)
class NodeReaderTest {
  private final String domain = "reader-" + ProcessInfo.PID;

  @Test
  void topologyAndSegmentsDoNotEnterTheNode() throws Exception {
    try (Victim exporter = new Victim(domain, "export")) {
      exporter.awaitReady();
      // The calls below use this registry of the process, and would enter it if they entered any.
      NodeRegistry registry =
          NodeRegistry.open(new Domain(domain, true), 1, NodeRegistry.Role.READER);
      try {
        RsmRegistry reader =
            RsmRegistry.builder().setting("domain", domain).setting("node", "2").build();
        assertEquals(
            RsmConstants.CONNECTION_ACTIVE,
            reader.getInterconnectTopology().controllers().stream()
                .filter(each -> each.controllerName().equals("shm0"))
                .flatMap(each -> each.remotes().stream())
                .filter(each -> each.nodeId() == 1)
                .findFirst()
                .orElseThrow()
                .state());
        assertEquals(
            List.of(exporter.pid()),
            reader.segments().stream().map(SegmentInfo::ownerPid).toList());
        assertEquals(-1, registry.self(), "index of the reader");
      } finally {
        registry.release();
      }
    }
  }
}
