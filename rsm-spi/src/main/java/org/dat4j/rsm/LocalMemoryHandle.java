package org.dat4j.rsm;

/** Local memory for use in vectors, until freed by the controller that made it. */
public interface LocalMemoryHandle extends AutoCloseable {

  /**
   * Returns the length.
   *
   * @return octets given at create
   */
  int length();

  /** Frees the handle; without effect on one that is freed. */
  @Override
  void close();
}
