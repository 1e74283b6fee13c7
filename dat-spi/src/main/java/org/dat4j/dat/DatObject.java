package org.dat4j.dat;

/**
 * The base of all DAT objects, such as {@link Ia} and {@link Ep}: each has a kind, carries a value
 * of the program, and can be closed.
 *
 * <p>A handle is opaque and is never reused while it can be reached: any call on a freed object
 * throws {@link DatException} with {@code DAT_INVALID_HANDLE}. The contract's own destroying call
 * is {@code free()} (for an {@link Ia} it is {@link Ia#close(CloseFlags)}) and fails when called
 * again; {@link #close()} frees what is live and otherwise does nothing.
 *
 * <p>All methods may be called from any thread.
 */
public interface DatObject extends AutoCloseable {

  /**
   * Attaches a 64-bit value of the consumer to this handle, replacing the one before.
   *
   * @param context any value; the provider never looks at it
   * @throws DatException DAT_INVALID_HANDLE if this object was freed
   */
  @ManPage("dat_set_consumer_context")
  void setConsumerContext(long context);

  /**
   * Reads the value set by {@link #setConsumerContext(long)}.
   *
   * @return the value, 0 if none was set
   * @throws DatException DAT_INVALID_HANDLE if this object was freed
   */
  @ManPage("dat_get_consumer_context")
  long getConsumerContext();

  /**
   * Tells the kind of this handle.
   *
   * @return the kind
   * @throws DatException DAT_INVALID_HANDLE if this object was freed
   */
  @ManPage("dat_get_handle_type")
  HandleType getHandleType();

  /**
   * Frees this object if it is live; otherwise does nothing.
   *
   * @throws DatException as the object's own free call, for example DAT_INVALID_STATE while other
   *     objects still use it
   */
  @Override
  void close();
}
