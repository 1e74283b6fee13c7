package org.dat4j.dat.spi.forward;

import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;

/**
 * A wrapper that passes every call on an endpoint on to the provider's object, for layers such as
 * mutants and tracing.
 */
public class ForwardingEp extends ForwardingObject<Ep> implements Ep {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingEp(Forwarding forwarding, Ep delegate) {
    super(forwarding, Ep.class, delegate);
  }

  @Override
  public EpParam query(long mask) {
    return wrap(delegate().query(mask));
  }

  @Override
  public EpParam query() {
    return wrap(delegate().query());
  }

  private EpParam wrap(EpParam param) {
    return param.toBuilder()
        .ia(wrap(Ia.class, param.ia()))
        .pz(wrap(Pz.class, param.pz()))
        .recvEvd(wrap(Evd.class, param.recvEvd()))
        .requestEvd(wrap(Evd.class, param.requestEvd()))
        .connectEvd(wrap(Evd.class, param.connectEvd()))
        .srq(wrap(Srq.class, param.srq()))
        .build();
  }

  @Override
  public void modify(long mask, EpParam param) {
    delegate().modify(mask, param == null ? null : unwrap(param));
  }

  private EpParam unwrap(EpParam param) {
    return param.toBuilder()
        .ia(unwrap(Ia.class, param.ia()))
        .pz(unwrap(Pz.class, param.pz()))
        .recvEvd(unwrap(Evd.class, param.recvEvd()))
        .requestEvd(unwrap(Evd.class, param.requestEvd()))
        .connectEvd(unwrap(Evd.class, param.connectEvd()))
        .srq(unwrap(Srq.class, param.srq()))
        .build();
  }

  @Override
  public EpStatus getStatus() {
    return delegate().getStatus();
  }

  @Override
  public void connect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    delegate().connect(remoteAddress, remoteConnQual, timeoutMicros, privateData, qos, flags);
  }

  @Override
  public void dupConnect(Ep connected, long timeoutMicros, byte[] privateData, int qos) {
    delegate().dupConnect(unwrap(Ep.class, connected), timeoutMicros, privateData, qos);
  }

  @Override
  public void disconnect(CloseFlags flags) {
    delegate().disconnect(flags);
  }

  @Override
  public void reset() {
    delegate().reset();
  }

  @Override
  public void free() {
    delegate().free();
    released();
  }

  @Override
  public int postSend(LmrIov iov, long cookie, int flags) {
    return delegate().postSend(iov, cookie, flags);
  }

  @Override
  public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
    return delegate().postSend(lmrContext, address, length, cookie, flags);
  }

  @Override
  public int postRecv(LmrIov iov, long cookie, int flags) {
    return delegate().postRecv(iov, cookie, flags);
  }

  @Override
  public int postRecv(int lmrContext, long address, long length, long cookie, int flags) {
    return delegate().postRecv(lmrContext, address, length, cookie, flags);
  }

  @Override
  public int postRdmaRead(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    return delegate().postRdmaRead(iov, cookie, rmrContext, remoteAddress, remoteLength, flags);
  }

  @Override
  public int postRdmaRead(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags) {
    return delegate()
        .postRdmaRead(lmrContext, address, length, cookie, rmrContext, remoteAddress, flags);
  }

  @Override
  public int postRdmaWrite(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    return delegate().postRdmaWrite(iov, cookie, rmrContext, remoteAddress, remoteLength, flags);
  }

  @Override
  public int postRdmaWrite(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags) {
    return delegate()
        .postRdmaWrite(lmrContext, address, length, cookie, rmrContext, remoteAddress, flags);
  }

  @Override
  public EpRecvInfo recvQuery() {
    return delegate().recvQuery();
  }

  @Override
  public void setWatermark(int softHighWatermark, int hardHighWatermark) {
    delegate().setWatermark(softHighWatermark, hardHighWatermark);
  }
}
