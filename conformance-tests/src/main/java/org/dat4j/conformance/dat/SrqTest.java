package org.dat4j.conformance.dat;

import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.Hub;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;

/** What the tests of shared receive queues have in common. */
abstract class SrqTest extends DatTest {
  static final int MESSAGE = 32;

  /** A queue without endpoints and a second party, not connected yet. */
  final Hub hub(int size) {
    return new Hub(node(), party(), size, data(Hub.BUFFER));
  }

  final Hub hub(Node node, int size) {
    return new Hub(node, party(), size, data(Hub.BUFFER));
  }

  /** A queue that was freed. */
  final Srq freed() {
    Srq srq = Hub.queue(node(), 4);
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
