package org.dat4j.conformance.dat.srq;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;

/**
 * Base class of the DAT tests of shared receive queues; makes such queues with connected endpoints
 * for them.
 */
abstract class SrqTest extends DatTest {
  static final int MESSAGE = 32;

  /** Makes a shared receive queue and a second party, without any endpoint yet. */
  final SrqFixture hub(int size) {
    return new SrqFixture(node(), peer(), size, data(size()));
  }

  final SrqFixture hub(AdapterFixture node, int size) {
    return new SrqFixture(node, peer(), size, data(size()));
  }

  /** Makes a shared receive queue and frees it. */
  final Srq freed() {
    Srq srq = SrqFixture.queue(node(), 4);
    srq.free();
    return srq;
  }

  /**
   * Checks both counts of a queue, where the backend gives them.
   *
   * @param id the clause that demands them
   */
  final void counts(String id, Srq srq, int available, int outstanding) {
    SrqParam param = srq.query(SrqField.ALL);
    if (param.availableDtoCount() == DatConstants.VALUE_UNKNOWN
        || param.outstandingDtoCount() == DatConstants.VALUE_UNKNOWN) {
      clause(id).absent("a count is DAT_VALUE_UNKNOWN");
    }
    if (param.availableDtoCount() != DatConstants.VALUE_UNKNOWN) {
      clause(id).equal(available, param.availableDtoCount(), "available_dto_count");
    }
    if (param.outstandingDtoCount() != DatConstants.VALUE_UNKNOWN) {
      clause(id).equal(outstanding, param.outstandingDtoCount(), "outstanding_dto_count");
    }
  }
}
