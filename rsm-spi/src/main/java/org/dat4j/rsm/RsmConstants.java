package org.dat4j.rsm;

/** The limits, access-size bits and version numbers that the C headers of RSM define. */
public final class RsmConstants {
  /** {@code RSM_MAX_SGIOREQS}: most entries of a vector. */
  public static final int MAX_SGIOREQS = 16;

  /** {@code RSM_DAS8}: 8-bit accesses. */
  public static final int DAS8 = 1;

  /** {@code RSM_DAS16}: 16-bit accesses. */
  public static final int DAS16 = 2;

  /** {@code RSM_DAS32}: 32-bit accesses. */
  public static final int DAS32 = 4;

  /** {@code RSM_DAS64}: 64-bit accesses. */
  public static final int DAS64 = 8;

  /** {@code RSM_VERSION}: version of the agents' protocol. */
  public static final int VERSION = 5;

  /** {@code RSM_LIB_VERSION}: version of a plug-in's table of operations. */
  public static final int LIB_VERSION = 1;

  /** {@code RSM_CONNECTION_ACTIVE}: state of a remote controller that can be reached. */
  public static final int CONNECTION_ACTIVE = 3;

  /** Bytes of a controller's name in the C records, the closing zero included. */
  public static final int MAX_NAME = 256;

  /** Most entries of an access list, and the largest node id in one. */
  public static final int MAX_NODES = 64;

  private RsmConstants() {}
}
