package org.dat4j.conformance.dat.endpoint;

import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Qos;
import org.dat4j.dat.ServiceType;

/**
 * One change of an endpoint attribute by dat_ep_modify, as test data; there is one for each
 * attribute that can change. It leads from {@link
 * org.dat4j.conformance.dat.fixture.AdapterFixture#attr} to a value that every backend can grant.
 */
enum EpAttributeChange {
  SERVICE_TYPE(
      EpField.EP_ATTR_SERVICE_TYPE,
      0,
      a -> a.serviceType().value(),
      (to, value) -> to.serviceType(ServiceType.RC),
      a -> 0),
  MAX_MESSAGE_SIZE(
      EpField.EP_ATTR_MAX_MESSAGE_SIZE,
      1,
      EpAttr::maxMessageSize,
      EpAttr.Builder::maxMessageSize,
      IaAttr::maxMessageSize),
  MAX_RDMA_SIZE(
      EpField.EP_ATTR_MAX_RDMA_SIZE,
      1,
      EpAttr::maxRdmaSize,
      EpAttr.Builder::maxRdmaSize,
      IaAttr::maxRdmaSize),
  QOS(
      EpField.EP_ATTR_QOS,
      Qos.BEST_EFFORT,
      EpAttr::qos,
      (to, value) -> to.qos((int) value),
      a -> 0),
  RECV_COMPLETION_FLAGS(
      EpField.EP_ATTR_RECV_COMPLETION_FLAGS,
      CompletionFlags.EVD_THRESHOLD,
      EpAttr::recvCompletionFlags,
      (to, value) -> to.recvCompletionFlags((int) value),
      a -> 0),
  REQUEST_COMPLETION_FLAGS(
      EpField.EP_ATTR_REQUEST_COMPLETION_FLAGS,
      CompletionFlags.EVD_THRESHOLD,
      EpAttr::requestCompletionFlags,
      (to, value) -> to.requestCompletionFlags((int) value),
      a -> 0),
  MAX_RECV_DTOS(
      EpField.EP_ATTR_MAX_RECV_DTOS,
      1,
      EpAttr::maxRecvDtos,
      (to, value) -> to.maxRecvDtos((int) value),
      IaAttr::maxDtoPerEp),
  MAX_REQUEST_DTOS(
      EpField.EP_ATTR_MAX_REQUEST_DTOS,
      1,
      EpAttr::maxRequestDtos,
      (to, value) -> to.maxRequestDtos((int) value),
      IaAttr::maxDtoPerEp),
  MAX_RECV_IOV(
      EpField.EP_ATTR_MAX_RECV_IOV,
      1,
      EpAttr::maxRecvIov,
      (to, value) -> to.maxRecvIov((int) value),
      IaAttr::maxIovSegmentsPerDto),
  MAX_REQUEST_IOV(
      EpField.EP_ATTR_MAX_REQUEST_IOV,
      1,
      EpAttr::maxRequestIov,
      (to, value) -> to.maxRequestIov((int) value),
      IaAttr::maxIovSegmentsPerDto),
  MAX_RDMA_READ_IN(
      EpField.EP_ATTR_MAX_RDMA_READ_IN,
      1,
      EpAttr::maxRdmaReadIn,
      (to, value) -> to.maxRdmaReadIn((int) value),
      IaAttr::maxRdmaReadPerEpIn),
  MAX_RDMA_READ_OUT(
      EpField.EP_ATTR_MAX_RDMA_READ_OUT,
      1,
      EpAttr::maxRdmaReadOut,
      (to, value) -> to.maxRdmaReadOut((int) value),
      IaAttr::maxRdmaReadPerEpOut);

  private final long field;
  private final long step;
  private final ToLongFunction<EpAttr> reported;
  private final ObjLongConsumer<EpAttr.Builder> set;
  private final ToLongFunction<IaAttr> limit;

  /**
   * An attribute.
   *
   * @param field the bit that selects it
   * @param step by how much it grows if it has a limit; otherwise its new value
   * @param reported reads it
   * @param set stores it
   * @param limit the adapter's limit; 0 if there is none
   */
  EpAttributeChange(
      long field,
      long step,
      ToLongFunction<EpAttr> reported,
      ObjLongConsumer<EpAttr.Builder> set,
      ToLongFunction<IaAttr> limit) {
    this.field = field;
    this.step = step;
    this.reported = reported;
    this.set = set;
    this.limit = limit;
  }

  /** Stores a value among attributes that an endpoint can be modified with. */
  void set(EpAttr.Builder to, long value) {
    set.accept(to, value);
  }

  /** Returns the adapter's limit; 0 if the attribute has none. */
  long limit(IaAttr ia) {
    return limit.applyAsLong(ia);
  }

  /** Returns the limit that holds for an endpoint; 0 if the attribute has none. */
  long limit(Ep ep) {
    return limit(ep.query().ia().query().iaAttr());
  }

  /** Returns the bit that selects the attribute. */
  long field() {
    return field;
  }

  /**
   * Modifies the endpoint to another value.
   *
   * @return the value asked for
   */
  long apply(Ep ep) {
    long limit = limit(ep);
    long next = limit == 0 ? step : Math.min(limit, value(ep) + step);
    modify(ep, next);
    return next;
  }

  /** Modifies the endpoint to any value. */
  void modify(Ep ep, long to) {
    EpAttr.Builder attr = ep.query().attr().toBuilder();
    set(attr, to);
    ep.modify(field, ep.query().toBuilder().attr(attr.build()).build());
  }

  /** Reads the value that the endpoint reports. */
  long value(Ep ep) {
    return reported.applyAsLong(ep.query().attr());
  }

  /** Tells whether the endpoint reports the value asked for; counts and sizes may be larger. */
  boolean isApplied(Ep ep, long asked) {
    return limit(ep) == 0 ? value(ep) == asked : value(ep) >= asked;
  }
}
