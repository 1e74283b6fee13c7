package org.dat4j.dat.tcp.progress;

/**
 * A connection that the I/O driver of a tcp adapter can poll for input directly, without the
 * selector.
 */
public interface Pollable {

  /**
   * Handles what is there once; called by the driving thread. Never blocks.
   *
   * @return units of work done, 0 for none
   */
  int poll();

  /**
   * Ends this connection after {@link #poll} has thrown; called by the same thread. Does not throw.
   *
   * @param cause what was thrown
   */
  void failed(Throwable cause);

  /**
   * Tells the index of this connection in {@link PolledConnections}. Any thread.
   *
   * @param at index from 0
   */
  void onIndexAssigned(int at);

  /**
   * Sets whether the selector watches this connection's input, as it does at first. Called by the
   * thread that has locked the selector, even after the connection has ended. Never blocks.
   *
   * @param now false while no thread blocks in the selector
   */
  void setSelected(boolean now);
}
