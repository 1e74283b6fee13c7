package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** Keeps a place off the line of whatever lies before it. */
abstract class SpanPadding {
  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
}

/**
 * What is written for every message; longs, as less would be laid into the gap before the padding.
 */
abstract class SpanPlace extends SpanPadding {
  long index;
  long length;
}

/**
 * A contiguous piece of a region, found by an access check. Owned and reused by a wire; good until
 * the hazard slot it was found under is cleared.
 */
public final class Span extends SpanPlace {

  /** Views of one region that may be lent at a time again and again without an allocation. */
  public static final int VIEWS = 24;

  private Region region;

  /** Keep what follows off the line of the place. */
  long p11;

  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  /** Creates an empty span. */
  public Span() {}

  void set(Region newRegion, int newIndex, int newLength) {
    if (region != newRegion) {
      // Seldom another: a reference store costs a collector's barrier.
      region = newRegion;
    }
    index = newIndex;
    length = newLength;
  }

  /**
   * The memory; only absolute accesses, its position and limit are shared.
   *
   * @return a direct buffer
   */
  public ByteBuffer buffer() {
    return region.memory();
  }

  /**
   * Lends a view of the piece, for calls that move position and limit. Allocates only when more
   * views of a region are lent at a time than ever before.
   *
   * @return a buffer from the piece's first octet to its end; to be given to {@link #returnView}
   *     before the hazard slot is cleared
   */
  public ByteBuffer lendView() {
    return region.lendView(index(), length());
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
    return (int) index;
  }

  /**
   * Octets of the piece.
   *
   * @return 0 or more
   */
  public int length() {
    return (int) length;
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
      region.memory().put(index(), source.region.memory(), source.index(), count);
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
      int last = length() - 1;
      ByteBuffer buffer = region.memory();
      VarHandle.releaseFence();
      buffer.put(index(), source, at, last);
      VarHandle.releaseFence();
      buffer.put(index() + last, source.get(at + last));
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }
}
