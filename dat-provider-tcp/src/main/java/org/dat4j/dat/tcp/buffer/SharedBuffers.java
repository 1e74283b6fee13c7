package org.dat4j.dat.tcp.buffer;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The pools of large input and output buffers that the connections of one I/O driver of a tcp
 * adapter share. Few connections keep their buffers. Of many, each returns a buffer that holds
 * nothing, so that memory grows with the active connections only.
 */
public final class SharedBuffers {

  /** Most connections that keep their buffers. */
  private static final int KEEP_LIMIT = 8;

  private static final int SCRATCH = 16384;

  private final BufferPool<ReceiveBuffer> receiveBuffers;
  private final BufferPool<GatherBuffer> gatherBuffers;
  private final ByteBuffer scratch = ByteBuffer.allocate(SCRATCH);
  private volatile boolean returnIdle;

  /** Creates buffers on demand. */
  public SharedBuffers() {
    this(ReceiveBuffer::new, GatherBuffer::new);
  }

  /**
   * Creates empty pools.
   *
   * @param receiveBuffer creates one; may throw an OutOfMemoryError
   * @param gatherBuffer creates one; may throw an OutOfMemoryError
   */
  SharedBuffers(Supplier<ReceiveBuffer> receiveBuffer, Supplier<GatherBuffer> gatherBuffer) {
    receiveBuffers = new BufferPool<>(receiveBuffer);
    gatherBuffers = new BufferPool<>(gatherBuffer);
  }

  /**
   * Tells how many connections there are.
   *
   * @param count connections of the driver
   */
  public void setConnectionCount(int count) {
    returnIdle = count > KEEP_LIMIT;
  }

  /** {@return whether a connection has to return a buffer that holds nothing} */
  public boolean shouldReturnIdle() {
    return returnIdle;
  }

  /** {@return the pool of buffers for input} */
  public BufferPool<ReceiveBuffer> receiveBuffers() {
    return receiveBuffers;
  }

  /** {@return the pool of buffers for output} */
  public BufferPool<GatherBuffer> gatherBuffers() {
    return gatherBuffers;
  }

  /**
   * {@return memory for input that is dropped; used by the thread that has locked the driver's
   * selector}
   */
  public ByteBuffer scratch() {
    return scratch;
  }
}
