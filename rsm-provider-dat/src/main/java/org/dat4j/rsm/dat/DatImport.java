package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractImportSegment;

/** An import: its transfers go over the data path, its signals over the control connection. */
final class DatImport extends AbstractImportSegment {
  private final Engine engine;
  private final DataPath path;
  private final Poster poster;
  private final BooleanSupplier live = this::isLive;

  DatImport(DatController controller, Engine engine, Importing.Connected connected, int perm) {
    super(controller, connected.length(), perm);
    this.engine = engine;
    this.path = connected.path();
    this.poster = new Poster(path.token());
    engine.retain();
    path.owned(this);
  }

  void rang() {
    wakePollers();
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return path.get(Items.GET8, offset, data, index, count, 0);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return path.get(Items.GET16, offset, data, index, count, 1);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return path.get(Items.GET32, offset, data, index, count, 2);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return path.get(Items.GET64, offset, data, index, count, 3);
  }

  @Override
  protected int implGet(long offset, ByteBuffer data, int index, int count) {
    return path.get(offset, data, index, count);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return path.put(Items.PUT8, offset, data, index, count, 0, isExplicit());
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return path.put(Items.PUT16, offset, data, index, count, 1, isExplicit());
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return path.put(Items.PUT32, offset, data, index, count, 2, isExplicit());
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return path.put(Items.PUT64, offset, data, index, count, 3, isExplicit());
  }

  @Override
  protected int implPut(long offset, ByteBuffer data, int index, int count) {
    return path.put(offset, data, index, count, isExplicit());
  }

  @Override
  protected int implOrderBarrier(RsmBarrier barrier) {
    return path.settle();
  }

  @Override
  protected int implCloseBarrier(RsmBarrier barrier) {
    return path.settle();
  }

  @Override
  protected void implDisconnect() {
    path.close();
    path.link().start(new Message.Disconnect(path.token()));
    engine.release();
  }

  @Override
  protected int implPost(boolean drop) {
    // The signal takes another way than the data before it, which has to be there first.
    int code = path.settle();
    if (code != RsmReturn.SUCCESS) {
      return code;
    }
    Call post = poster.start(path.link(), drop);
    Message answer = post == null ? null : poster.await(post, engine.patienceMillis());
    return answer instanceof Message.Done done ? done.status() : RsmReturn.CONN_ABORTED;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return path.signals().await(timeoutMillis, live);
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
