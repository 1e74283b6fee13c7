package org.dat4j.rsm.util;

import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * An RSM import segment whose single words are read and written by one call each, without
 * allocation. The byte order is the machine's, as of {@link ImportSegment#put64}; offsets are
 * multiples of the word's length. In implicit barrier mode, in which an import begins, a barrier is
 * made first by {@link ImportSegment#initBarrier}; else RSMERR_BARRIER_UNINITIALIZED is thrown. In
 * explicit barrier mode a failure may show at the barrier only, as there.
 *
 * <p>For one thread at a time. The segment stays the caller's.
 */
public final class ImportedWords {

  private final ImportSegment segment;
  private final long[] word64 = new long[1];
  private final int[] word32 = new int[1];

  /**
   * Wraps a segment.
   *
   * @param segment the import, which may be used beside this
   */
  public ImportedWords(ImportSegment segment) {
    Rsms.given(segment, "ImportedWords", "segment", RsmReturn.BAD_SEG_HNDL);
    this.segment = segment;
  }

  /**
   * Reads 8 bytes.
   *
   * @param offset in bytes, a multiple of 8
   * @return their value
   * @throws RsmException what {@link ImportSegment#get64} returns or throws, such as
   *     RSMERR_CONN_ABORTED
   */
  public long get64(long offset) {
    Rsms.check(segment.get64(offset, word64, 0, 1), "get64");
    return word64[0];
  }

  /**
   * Writes 8 bytes.
   *
   * @param offset in bytes, a multiple of 8
   * @param value their value
   * @throws RsmException what {@link ImportSegment#put64} returns or throws, such as
   *     RSMERR_CONN_ABORTED
   */
  public void put64(long offset, long value) {
    word64[0] = value;
    Rsms.check(segment.put64(offset, word64, 0, 1), "put64");
  }

  /**
   * Reads 4 bytes.
   *
   * @param offset in bytes, a multiple of 4
   * @return their value
   * @throws RsmException what {@link ImportSegment#get32} returns or throws, such as
   *     RSMERR_CONN_ABORTED
   */
  public int get32(long offset) {
    Rsms.check(segment.get32(offset, word32, 0, 1), "get32");
    return word32[0];
  }

  /**
   * Writes 4 bytes.
   *
   * @param offset in bytes, a multiple of 4
   * @param value their value
   * @throws RsmException what {@link ImportSegment#put32} returns or throws, such as
   *     RSMERR_CONN_ABORTED
   */
  public void put32(long offset, int value) {
    word32[0] = value;
    Rsms.check(segment.put32(offset, word32, 0, 1), "put32");
  }
}
