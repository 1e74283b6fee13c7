package org.dat4j.rsm;

/**
 * A handle of local memory that was prepared for repeated use in vectors of RSM transfers, until it
 * is freed.
 */
public interface LocalMemoryHandle extends AutoCloseable {

  /**
   * Returns the length.
   *
   * @return bytes given at create
   */
  int length();

  /** Frees the handle; has no effect if it is freed. */
  @Override
  void close();
}
