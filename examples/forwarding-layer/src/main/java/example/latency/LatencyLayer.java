package example.latency;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Ep;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.forward.Forwarding;
import org.dat4j.dat.spi.forward.ForwardingEp;

/**
 * Example of a forwarding layer: delays each Send, RDMA Read and RDMA Write before it passes it to
 * the adapter below. All other calls are passed on.
 */
final class LatencyLayer extends Forwarding {
  private final long nanos;

  LatencyLayer(long micros) {
    nanos = TimeUnit.MICROSECONDS.toNanos(micros);
  }

  @Override
  protected ForwardingEp wrapEp(Ep delegate) {
    return new LatencyEp(this, delegate);
  }

  /** Waits without giving the processor away: the latency is shorter than a sleep can be. */
  private void spin() {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  /** An endpoint whose Sends, Reads and Writes start later. */
  private static final class LatencyEp extends ForwardingEp {
    private final LatencyLayer layer;

    LatencyEp(LatencyLayer layer, Ep delegate) {
      super(layer, delegate);
      this.layer = layer;
    }

    @Override
    public int postSend(LmrIov iov, long cookie, int flags) {
      layer.spin();
      return super.postSend(iov, cookie, flags);
    }

    @Override
    public int postSend(int lmrContext, long address, long length, long cookie, int flags) {
      layer.spin();
      return super.postSend(lmrContext, address, length, cookie, flags);
    }

    @Override
    public int postRdmaRead(
        LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
      layer.spin();
      return super.postRdmaRead(iov, cookie, rmrContext, remoteAddress, remoteLength, flags);
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
      layer.spin();
      return super.postRdmaRead(
          lmrContext, address, length, cookie, rmrContext, remoteAddress, flags);
    }

    @Override
    public int postRdmaWrite(
        LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags) {
      layer.spin();
      return super.postRdmaWrite(iov, cookie, rmrContext, remoteAddress, remoteLength, flags);
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
      layer.spin();
      return super.postRdmaWrite(
          lmrContext, address, length, cookie, rmrContext, remoteAddress, flags);
    }
  }
}
