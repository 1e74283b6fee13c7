package org.dat4j.dat.util;

import java.nio.ByteBuffer;
import org.dat4j.dat.Lmr;

/**
 * A direct buffer with its memory registration (LMR), for small DAT programs. Offsets of the buffer
 * are offsets of the registration. Freed with the endpoint it was registered for, or before.
 */
public final class Region implements AutoCloseable {

  private final ByteBuffer buffer;
  private final Lmr lmr;

  Region(ByteBuffer buffer, Lmr lmr) {
    this.buffer = buffer;
    this.lmr = lmr;
  }

  /**
   * The memory.
   *
   * @return the same buffer at each call, with its own position and limit
   */
  public ByteBuffer buffer() {
    return buffer;
  }

  /**
   * The registration.
   *
   * @return the contract's object
   */
  public Lmr lmr() {
    return lmr;
  }

  /**
   * The context local segments name this memory by.
   *
   * @return {@link Lmr#lmrContext()}
   */
  public int context() {
    return lmr.lmrContext();
  }

  /**
   * The address of the first byte, as segments count.
   *
   * @return {@link Lmr#registeredAddress()}
   */
  public long address() {
    return lmr.registeredAddress();
  }

  /**
   * The number of bytes.
   *
   * @return the capacity of the buffer
   */
  public int length() {
    return buffer.capacity();
  }

  /**
   * This memory as a peer names it.
   *
   * @return its context for peers, address and length
   */
  public RemoteRegion remote() {
    return new RemoteRegion(lmr.rmrContext(), lmr.registeredAddress(), length());
  }

  /** Frees the registration if it is live; the buffer stays usable. */
  @Override
  public void close() {
    lmr.close();
  }
}
