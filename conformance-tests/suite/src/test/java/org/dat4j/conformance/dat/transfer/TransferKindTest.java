package org.dat4j.conformance.dat.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dat4j.dat.EpAttr;
import org.junit.jupiter.api.Test;

class TransferKindTest {
  @Test
  void eachKindHasItsOwnLimitOfSegments() {
    EpAttr attr =
        EpAttr.DEFAULT.toBuilder().maxRequestIov(4).maxRdmaWriteIov(3).maxRdmaReadIov(1).build();
    assertEquals(4, TransferKind.SEND.mostSegments(attr));
    assertEquals(3, TransferKind.RDMA_WRITE.mostSegments(attr));
    assertEquals(1, TransferKind.RDMA_READ.mostSegments(attr));
  }

  @Test
  void noKindHasMoreSegmentsThanARequest() {
    EpAttr attr =
        EpAttr.DEFAULT.toBuilder().maxRequestIov(2).maxRdmaWriteIov(3).maxRdmaReadIov(4).build();
    for (TransferKind kind : TransferKind.values()) {
      assertEquals(2, kind.mostSegments(attr), kind.name());
    }
  }
}
