package org.dat4j.conformance.dat.variant;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.report.SuiteResult;
import org.junit.jupiter.api.Test;

class ModestAdaptersTest {
  private static void passes(String clauses) {
    SuiteResult result =
        SuiteRunner.run(
            SuiteOptions.on("loopback0").variant(ModestAdapters.NAME).clauses(clauses).build());
    assertTrue(result.successful(), () -> String.join("\n", result.lines()));
  }

  @Test
  void lowLimitsAreNoFault() {
    passes(
        "dat_ep_post_send.22,dat_ep_post_recv.05,dat_ep_post_rdma_read.03,"
            + "dat_ep_post_rdma_read.23,dat_ep_post_rdma_read.26,dat_ep_post_rdma_read.28");
  }

  @Test
  void refusalOfTheMemoryAtThePostIsNoFault() {
    passes("dat_ep_post_rdma_write.20");
  }
}
