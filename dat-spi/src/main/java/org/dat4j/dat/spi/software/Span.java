package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * A contiguous piece of a region, found by an access check. Owned and reused by a wire; good until
 * the hazard slot it was found under is cleared.
 */
public final class Span {

  private Region region;
  private ByteBuffer buffer;
  private int index;
  private int length;

  /** Creates an empty span. */
  public Span() {}

  void set(Region newRegion, ByteBuffer newBuffer, int newIndex, int newLength) {
    region = newRegion;
    buffer = newBuffer;
    index = newIndex;
    length = newLength;
  }

  /**
   * The memory; only absolute accesses, its position and limit are shared.
   *
   * @return a direct buffer
   */
  public ByteBuffer buffer() {
    return buffer;
  }

  /**
   * Lends a view of the piece, for calls that move position and limit. Allocates only when more
   * views of a region are lent at a time than ever before.
   *
   * @return a buffer from the piece's first octet to its end; to be given to {@link #returnView}
   *     before the hazard slot is cleared
   */
  public ByteBuffer lendView() {
    return region.lendView(index, length);
  }

  /**
   * Takes a view back.
   *
   * @param view from {@link #lendView()} of this span, since then not set anew
   */
  public void returnView(ByteBuffer view) {
    region.returnView(view);
  }

  /**
   * Index of the piece's first octet in the buffer.
   *
   * @return 0 or more
   */
  public int index() {
    return index;
  }

  /**
   * Octets of the piece.
   *
   * @return 0 or more
   */
  public int length() {
    return length;
  }

  /**
   * Whether the memory may be touched; asked after {@link Hazard#seal()}.
   *
   * @return false when the registration was freed meanwhile
   */
  public boolean isValid() {
    return region.isValid();
  }

  /**
   * Copies from another span; both sealed and valid.
   *
   * @param source where from
   * @param count octets, within both
   * @return false when one of the buffers threw (closed arena, wrong thread)
   */
  public boolean copyFrom(Span source, int count) {
    try {
      buffer.put(index, source.buffer, source.index, count);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  /**
   * Copies the whole of this span's length from a buffer, for memory that somebody polls: the last
   * octet becomes visible after all others, and those after whatever was copied before. Sealed and
   * valid.
   *
   * @param source where from
   * @param at first octet there
   * @return false when one of the buffers threw (closed arena, wrong thread)
   */
  public boolean copyInOrder(ByteBuffer source, int at) {
    try {
      int last = length - 1;
      VarHandle.releaseFence();
      buffer.put(index, source, at, last);
      VarHandle.releaseFence();
      buffer.put(index + last, source.get(at + last));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
