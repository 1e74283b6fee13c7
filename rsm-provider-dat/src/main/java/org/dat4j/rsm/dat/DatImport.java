package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * An RSM import segment over DAT, which transfers by RDMA on a data endpoint and signals on the
 * control connection.
 */
final class DatImport extends AbstractImportSegment {
  private final LocalProcess process;
  private final DataPath path;
  private final SignalSender signalSender;
  private final BooleanSupplier live = this::isLive;
  private final BooleanSupplier over = this::implIsAborted;

  DatImport(
      DatController controller,
      LocalProcess process,
      ConnectOperation.Connected connected,
      int perm) {
    super(controller, connected.length(), perm);
    this.process = process;
    this.path = connected.path();
    this.signalSender = new SignalSender(path.connection(), path.token());
    path.setOwner(this);
  }

  void onSignal() {
    wakePollers();
  }

  /** Reports that the data path was ended by the exporter or a failure. */
  void ended() {
    noticeAbort();
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return path.get(BounceItemCopy.GET8, offset, data, index, count, 0);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return path.get(BounceItemCopy.GET16, offset, data, index, count, 1);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return path.get(BounceItemCopy.GET32, offset, data, index, count, 2);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return path.get(BounceItemCopy.GET64, offset, data, index, count, 3);
  }

  @Override
  protected int implGet(long offset, ByteBuffer data, int index, int count) {
    return path.get(offset, data, index, count);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return path.put(BounceItemCopy.PUT8, offset, data, index, count, 0, isExplicit());
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return path.put(BounceItemCopy.PUT16, offset, data, index, count, 1, isExplicit());
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return path.put(BounceItemCopy.PUT32, offset, data, index, count, 2, isExplicit());
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return path.put(BounceItemCopy.PUT64, offset, data, index, count, 3, isExplicit());
  }

  @Override
  protected int implPut(long offset, ByteBuffer data, int index, int count) {
    return path.put(offset, data, index, count, isExplicit());
  }

  @Override
  protected int implOrderBarrier(RsmBarrier barrier) {
    return path.drain();
  }

  @Override
  protected int implCloseBarrier(RsmBarrier barrier) {
    return path.drain();
  }

  @Override
  protected void implDisconnect() {
    try {
      path.close();
      path.connection().announceDisconnect(path.token(), process.patienceMillis());
    } finally {
      process.release();
    }
  }

  @Override
  protected int implPost(boolean drop) {
    // The signal takes another connection than the data before it, which has to arrive first.
    int code = path.drain();
    if (code != RsmReturn.SUCCESS) {
      return code;
    }
    PendingRequest post = signalSender.start(drop, process.patienceMillis());
    Message answer = post == null ? null : signalSender.await(post, process.patienceMillis());
    return answer instanceof Message.Done done ? done.status() : RsmReturn.CONN_ABORTED;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return path.signals().await(timeoutMillis, live);
  }

  @Override
  protected int implAwaitOrAborted(int timeoutMillis) {
    return path.signals().await(timeoutMillis, live, over);
  }

  @Override
  protected boolean implIsAborted() {
    return !path.isOpen();
  }

  @Override
  protected boolean implTake() {
    return path.signals().take();
  }

  @Override
  protected void implPolled(boolean on) {
    path.signals().polled(on);
  }
}
