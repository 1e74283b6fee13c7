package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MulpduTest {
  @ParameterizedTest
  @CsvSource({"1500,false,1442,1428,1424", "1500,true,1422,1408,1404", "9000,false,8942,8928,8924"})
  void mtuGivesTheSegmentThatFits(int mtu, boolean ipv6, int mulpdu, int tagged, int untagged) {
    assertEquals(mulpdu, Mulpdu.ofMtu(mtu, ipv6));
    assertEquals(tagged, Mulpdu.taggedPayload(mulpdu));
    assertEquals(untagged, Mulpdu.untaggedPayload(mulpdu));
  }

  @Test
  void loopbackSegmentSizeIsCappedAtWhatASenderMayUse() {
    assertEquals(64768, Mulpdu.ofSegmentSize(65483));
    assertEquals(64754, Mulpdu.taggedPayload(Mulpdu.MAX));
    assertEquals(64750, Mulpdu.untaggedPayload(Mulpdu.MAX));
  }

  @Test
  void absurdlySmallSegmentsGiveTheSmallestMaximum() {
    assertEquals(128, Mulpdu.ofSegmentSize(0));
    assertEquals(128, Mulpdu.ofMtu(68, true));
  }

  @Test
  void fpduOfTheMaximumFitsTheSegment() {
    for (int emss = 140; emss <= 65535; emss++) {
      int size = Fpdu.size(Mulpdu.ofSegmentSize(emss));
      assertTrue(size <= emss, "segment size " + emss + ": FPDU has " + size);
    }
  }

  @Test
  void strideNeedsNoPadAndIsNearTheMaximum() {
    assertEquals(1428, Mulpdu.stride(1428));
    assertEquals(1424, Mulpdu.stride(1427));
    assertEquals(64704, Mulpdu.stride(64754));
    assertEquals(64000, Mulpdu.stride(Mulpdu.untaggedPayload(Mulpdu.LOOPBACK)));
    assertEquals(64000, Mulpdu.stride(Mulpdu.taggedPayload(Mulpdu.LOOPBACK)));
    for (int payload = 4; payload <= 64754; payload++) {
      int stride = Mulpdu.stride(payload);
      assertEquals(0, Fpdu.pad(Fpdu.TAGGED_HEADER + stride), "payload " + payload);
      assertEquals(0, Fpdu.pad(Fpdu.UNTAGGED_HEADER + stride), "payload " + payload);
      assertTrue(stride <= payload && payload - stride < 64, "payload " + payload);
    }
  }
}
