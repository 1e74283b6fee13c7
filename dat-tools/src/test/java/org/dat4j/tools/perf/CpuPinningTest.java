package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CpuPinningTest {

  @Test
  void listsOfProcessorsAreReadAsTheKernelWritesThem() {
    assertEquals(List.of(0, 1), CpuPinning.list("0-1"));
    assertEquals(List.of(3), CpuPinning.list("3"));
    assertEquals(List.of(0, 2, 3, 4, 9), CpuPinning.list("0,2-4,9"));
  }

  @Test
  void withoutAWishNobodyIsBound() {
    assertEquals(List.of(), CpuPinning.NONE.processors());
  }
}
