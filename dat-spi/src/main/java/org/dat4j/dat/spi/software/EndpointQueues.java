package org.dat4j.dat.spi.software;

import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.spi.EpSpec;

/**
 * The request and Receive queues of a software backend's endpoint, with the streams on which their
 * completions reach the EVDs. Never changes: a modification or a reset takes a new one, so that a
 * connection keeps what it was made with.
 *
 * @param requests what was posted and waits to be sent or completed
 * @param receives what was posted and waits for messages
 * @param requestsDone completions of requests
 * @param receivesDone completions of receives
 */
record EndpointQueues(
    RequestQueue requests,
    ReceiveQueue receives,
    CompletionStream requestsDone,
    CompletionStream receivesDone) {

  private static final long RECEIVE_SHAPE =
      EpField.EP_ATTR_MAX_RECV_DTOS | EpField.EP_ATTR_MAX_RECV_IOV;

  /**
   * Empty queues of a new endpoint, or for its next connection. Completions that are still in an
   * EVD release slots of the queues before, not of these.
   */
  static EndpointQueues create(SoftIa ia, Ep ep, EpSpec spec, EpAttr attr) {
    return create(ia, ep, spec, attr, receives(ia, spec, attr.maxRecvDtos(), attr.maxRecvIov()));
  }

  private static EndpointQueues create(
      SoftIa ia, Ep ep, EpSpec spec, EpAttr attr, ReceiveQueue receives) {
    RequestQueue requests = requests(ia, spec, attr);
    return new EndpointQueues(
        requests,
        receives,
        new CompletionStream(ep, spec.requestEvd(), attr.requestCompletionFlags(), requests),
        new CompletionStream(ep, spec.recvEvd(), attr.recvCompletionFlags(), receives));
  }

  private static ReceiveQueue receives(SoftIa ia, EpSpec spec, int limit, int segments) {
    return spec.srq() == null
        ? new ReceiveQueue(ia.regions(), limit, segments)
        : ((SoftSrq) spec.srq()).borrow(limit);
  }

  private static RequestQueue requests(SoftIa ia, EpSpec spec, EpAttr attr) {
    int segments =
        Math.max(attr.maxRequestIov(), Math.max(attr.maxRdmaReadIov(), attr.maxRdmaWriteIov()));
    return new RequestQueue(
        ia.regions(), spec.pz(), attr.maxRequestDtos(), segments, attr.maxRdmaReadOut());
  }

  /**
   * Queues after a modification of an endpoint without connection: no request is posted, receives
   * are kept.
   */
  EndpointQueues modified(SoftIa ia, Ep ep, long mask, EpSpec spec, EpAttr attr) {
    ReceiveQueue nextReceives = receives;
    if ((mask & RECEIVE_SHAPE) != 0) {
      nextReceives =
          receives(
              ia,
              spec,
              Math.max(attr.maxRecvDtos(), receives.outstanding()),
              receives.outstanding() == 0
                  ? attr.maxRecvIov()
                  : Math.max(attr.maxRecvIov(), receives.maxSegments));
      nextReceives.adopt(receives);
    }
    EndpointQueues next = create(ia, ep, spec, attr, nextReceives);
    detach();
    return next;
  }

  /** Delivers no more completions: the endpoint is being freed. */
  void suppressCompletions() {
    requestsDone.suppressCompletions();
    receivesDone.suppressCompletions();
  }

  /** The endpoint is gone and its last connection is flushed. */
  void detach() {
    requestsDone.detach();
    receivesDone.detach();
  }
}
