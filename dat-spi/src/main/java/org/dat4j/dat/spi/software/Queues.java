package org.dat4j.dat.spi.software;

import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.spi.EpSpec;

/**
 * The two queues of an endpoint and where their completions go. Never changes: a modification or a
 * reset takes a new one, so that a link keeps what it was made with.
 *
 * @param requests what was posted and waits to be sent or completed
 * @param receives what was posted and waits for messages
 * @param requestsDone completions of requests
 * @param receivesDone completions of receives
 */
record Queues(
    RequestQueue requests,
    ReceiveQueue receives,
    Completions requestsDone,
    Completions receivesDone) {

  private static final long RECEIVE_SHAPE =
      EpField.EP_ATTR_MAX_RECV_DTOS | EpField.EP_ATTR_MAX_RECV_IOV;
  private static final long REQUEST_STREAM =
      EpField.REQUEST_EVD_HANDLE | EpField.EP_ATTR_REQUEST_COMPLETION_FLAGS;
  private static final long RECEIVE_STREAM =
      EpField.RECV_EVD_HANDLE | EpField.EP_ATTR_RECV_COMPLETION_FLAGS;

  /** Empty queues of a new endpoint. */
  static Queues create(SoftIa ia, Ep ep, EpSpec spec, EpAttr attr) {
    ReceiveQueue receives = receives(ia, spec, attr.maxRecvDtos(), attr.maxRecvIov());
    return new Queues(
        requests(ia, spec, attr),
        receives,
        new Completions(ep, spec.requestEvd(), attr.requestCompletionFlags(), null),
        new Completions(ep, spec.recvEvd(), attr.recvCompletionFlags(), receives.source()));
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

  /** Empty queues for the next connection; completions go on as before. */
  Queues renewed(SoftIa ia, EpSpec spec, EpAttr attr) {
    return new Queues(
        requests(ia, spec, attr),
        receives(ia, spec, attr.maxRecvDtos(), attr.maxRecvIov()),
        requestsDone,
        receivesDone);
  }

  /**
   * Queues after a modification of an endpoint without connection: no request is posted, receives
   * are kept.
   */
  Queues modified(SoftIa ia, Ep ep, long mask, EpSpec spec, EpAttr attr) {
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
    boolean requestStream = (mask & REQUEST_STREAM) != 0;
    boolean receiveStream = (mask & RECEIVE_STREAM) != 0;
    Queues next =
        new Queues(
            requests(ia, spec, attr),
            nextReceives,
            requestStream
                ? new Completions(ep, spec.requestEvd(), attr.requestCompletionFlags(), null)
                : requestsDone,
            receiveStream
                ? new Completions(ep, spec.recvEvd(), attr.recvCompletionFlags(), receives.source())
                : receivesDone);
    if (requestStream) {
      requestsDone.detach();
    }
    if (receiveStream) {
      receivesDone.detach();
    }
    return next;
  }

  /** The endpoint is being freed. */
  void mute() {
    requestsDone.mute();
    receivesDone.mute();
  }

  /** The endpoint is gone and its last link is flushed. */
  void detach() {
    requestsDone.detach();
    receivesDone.detach();
  }
}
