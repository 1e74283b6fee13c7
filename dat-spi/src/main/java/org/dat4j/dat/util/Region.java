package org.dat4j.dat.util;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;

/**
 * A direct buffer and its memory registration (LMR), made by a {@link DatConnection}, for small DAT
 * programs. Offsets of the buffer are offsets of the registration. Freed with the endpoint it was
 * registered for, or before.
 */
public final class Region implements AutoCloseable {

  private final ByteBuffer buffer;
  private final Lmr lmr;
  private final int privileges;

  Region(ByteBuffer buffer, Lmr lmr, int privileges) {
    this.buffer = buffer;
    this.lmr = lmr;
    this.privileges = privileges;
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
   * @throws DatException DAT_PRIVILEGES_VIOLATION where the memory has neither {@link
   *     MemPriv#REMOTE_READ} nor {@link MemPriv#REMOTE_WRITE}: no peer may use it then
   */
  public RemoteRegion remote() {
    if ((privileges & (MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE)) == 0) {
      throw new DatException(
          DatReturn.PRIVILEGES_VIOLATION,
          DatSubtype.NO_SUBTYPE,
          "Region.remote of " + lmr,
          "privileges",
          MemPriv.toString(privileges),
          "register it with MemPriv.REMOTE_READ, MemPriv.REMOTE_WRITE or both");
    }
    return new RemoteRegion(lmr.rmrContext(), lmr.registeredAddress(), length());
  }

  /** Frees the registration if it is live; the buffer stays usable. */
  @Override
  public void close() {
    lmr.close();
  }
}
