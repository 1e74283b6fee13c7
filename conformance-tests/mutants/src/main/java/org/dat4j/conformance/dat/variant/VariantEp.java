package org.dat4j.conformance.dat.variant;

import java.net.InetAddress;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.forward.ForwardingEp;

/**
 * The endpoint of a DAT honest variant, a correct provider that uses freedoms of the manual pages:
 * it answers some calls with another permitted code. Its transfers name memory by other contexts
 * than those of the provider.
 */
final class VariantEp extends ForwardingEp {
  private final DatVariantLayer layer;
  private volatile boolean freed;
  private volatile boolean disconnected;

  VariantEp(DatVariantLayer layer, Ep delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  /** Returns whether this side has ended the connection. */
  boolean isDisconnected() {
    return disconnected;
  }

  @Override
  public void connect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags) {
    layer.withOtherCode(
        DatFreedom.UNREADY_HAS_NO_HANDLE,
        isUnready(),
        DatReturn.INVALID_STATE,
        DatReturn.INVALID_HANDLE,
        () -> {
          super.connect(remoteAddress, remoteConnQual, timeoutMicros, privateData, qos, flags);
          return null;
        });
    disconnected = false;
  }

  private boolean isUnready() {
    if (freed) {
      return false;
    }
    EpParam param = query();
    return param.state() == EpState.UNCONNECTED
        && (param.pz() == null || param.connectEvd() == null);
  }

  @Override
  public void disconnect(CloseFlags flags) {
    boolean before = disconnected;
    disconnected = true;
    try {
      super.disconnect(flags);
    } catch (RuntimeException e) {
      disconnected = before;
      throw e;
    }
  }

  @Override
  public EpStatus getStatus() {
    EpStatus status = super.getStatus();
    if (!layer.uses(DatFreedom.OTHER_ENDPOINT_FIRST)) {
      return status;
    }
    EpParam param = query();
    return new EpStatus(
        status.state(),
        status.recvIdle() && !isHeld(param.recvEvd()),
        status.requestIdle() && !isHeld(param.requestEvd()));
  }

  private boolean isHeld(Evd evd) {
    return evd instanceof VariantEvd each && each.holdsOf(this);
  }

  @Override
  public void reset() {
    super.reset();
    disconnected = false;
  }

  @Override
  public void free() {
    layer.free(DatFreedom.EP_FREED_TWICE, freed, super::free);
    freed = true;
  }

  @Override
  public int postSend(LmrIov iov, long cookie, int flags) {
    return super.postSend(layer.in(iov), cookie, flags);
  }

  @Override
  public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
    return super.postSend(layer.localIn(lmrContext), address, length, cookie, flags);
  }

  @Override
  public int postRecv(LmrIov iov, long cookie, int flags) {
    return super.postRecv(layer.in(iov), cookie, flags);
  }

  @Override
  public int postRecv(int lmrContext, long address, long length, long cookie, int flags) {
    return super.postRecv(layer.localIn(lmrContext), address, length, cookie, flags);
  }

  @Override
  public int postRdmaRead(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    return super.postRdmaRead(
        layer.in(iov), cookie, layer.remoteIn(rmrContext), remoteAddress, remoteLength, flags);
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
    return super.postRdmaRead(
        layer.localIn(lmrContext),
        address,
        length,
        cookie,
        layer.remoteIn(rmrContext),
        remoteAddress,
        flags);
  }

  @Override
  public int postRdmaWrite(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
    return super.postRdmaWrite(
        layer.in(iov), cookie, layer.remoteIn(rmrContext), remoteAddress, remoteLength, flags);
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
    return super.postRdmaWrite(
        layer.localIn(lmrContext),
        address,
        length,
        cookie,
        layer.remoteIn(rmrContext),
        remoteAddress,
        flags);
  }
}
