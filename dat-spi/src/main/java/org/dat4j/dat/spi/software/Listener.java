package org.dat4j.dat.spi.software;

/** A listening qualifier. */
public interface Listener {

  /**
   * The qualifier.
   *
   * @return what was asked for, or the one chosen
   */
  long connQual();

  /** Stops listening; requests already delivered stay. */
  void close();
}
