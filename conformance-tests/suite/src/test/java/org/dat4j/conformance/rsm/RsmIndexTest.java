package org.dat4j.conformance.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dat4j.conformance.kernel.ContractIndexTest;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.junit.jupiter.api.Test;

class RsmIndexTest extends ContractIndexTest {
  RsmIndexTest() {
    super(new RsmKit(), RsmTest.class);
  }

  @Test
  void everyTestableClauseHasACheck() {
    assertEquals(List.of(), withoutCheck(catalogue.all().stream()), "clauses without a check");
  }
}
