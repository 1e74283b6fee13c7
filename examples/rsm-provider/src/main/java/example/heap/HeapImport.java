package example.heap;

import java.nio.ByteBuffer;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * An import segment of the example provider: each put and get is a copy that is complete when the
 * call returns.
 */
final class HeapImport extends AbstractImportSegment {

  private final HeapExport export;
  private final SignalCount signals = new SignalCount();

  HeapImport(HeapController controller, HeapExport export, int permission) {
    super(controller, export.length(), permission);
    this.export = export;
  }

  /** A copy of items between the segment's memory and an array or buffer. */
  private interface ItemCopy<T> {
    void move(ByteBuffer memory, int offset, T local, int index, int count);
  }

  private <T> int move(ItemCopy<T> copy, long offset, T local, int index, int count) {
    ByteBuffer memory = export.beginTransfer(this);
    if (memory == null) {
      return RsmReturn.CONN_ABORTED;
    }
    try {
      copy.move(memory, (int) offset, local, index, count);
      return RsmReturn.SUCCESS;
    } finally {
      export.endTransfer();
    }
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return move(ByteBuffer::get, offset, data, index, count);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            items[first + i] = memory.getShort(at + i * Short.BYTES);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            items[first + i] = memory.getInt(at + i * Integer.BYTES);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            items[first + i] = memory.getLong(at + i * Long.BYTES);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implGet(long offset, ByteBuffer local, int index, int bytes) {
    return move(
        (memory, at, buffer, first, number) -> buffer.put(first, memory, at, number),
        offset,
        local,
        index,
        bytes);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return move(ByteBuffer::put, offset, data, index, count);
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            memory.putShort(at + i * Short.BYTES, items[first + i]);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            memory.putInt(at + i * Integer.BYTES, items[first + i]);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return move(
        (memory, at, items, first, number) -> {
          for (int i = 0; i < number; i++) {
            memory.putLong(at + i * Long.BYTES, items[first + i]);
          }
        },
        offset,
        data,
        index,
        count);
  }

  @Override
  protected int implPut(long offset, ByteBuffer local, int index, int bytes) {
    return move(
        (memory, at, buffer, first, number) -> memory.put(at, buffer, first, number),
        offset,
        local,
        index,
        bytes);
  }

  @Override
  protected int implOrderBarrier(RsmBarrier barrier) {
    return state();
  }

  @Override
  protected int implCloseBarrier(RsmBarrier barrier) {
    return state();
  }

  private int state() {
    return export.isConnected(this) ? RsmReturn.SUCCESS : RsmReturn.CONN_ABORTED;
  }

  /** Gives this segment a signal. */
  void signal(boolean drop) {
    signals.post(drop);
    wakePollers();
  }

  @Override
  protected int implPost(boolean drop) {
    if (!export.isConnected(this)) {
      return RsmReturn.CONN_ABORTED;
    }
    export.signal(drop);
    return RsmReturn.SUCCESS;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return signals.await(timeoutMillis, this::isLive);
  }

  @Override
  protected boolean implTake() {
    return signals.take();
  }

  @Override
  protected void implPolled(boolean on) {
    // Pollers are woken by each signal.
  }

  @Override
  protected void implDisconnect() {
    export.disconnect(this);
  }
}
