package org.dat4j.dat;

/**
 * The privileges for registered memory ({@code DAT_MEM_PRIV_FLAGS}, argument of {@code
 * dat_lmr_create} and {@code dat_rmr_bind}).
 *
 * <p>Send and RDMA Write read local memory, Receive and RDMA Read write it. RDMA Read needs {@link
 * #REMOTE_READ} at the target, RDMA Write {@link #REMOTE_WRITE}.
 */
public final class MemPriv {
  /** {@code DAT_MEM_PRIV_NONE_FLAG}: nothing. */
  public static final int NONE = 0x0;

  /** {@code DAT_MEM_PRIV_LOCAL_READ_FLAG}: endpoints of this side may read it. */
  public static final int LOCAL_READ = 0x1;

  /** {@code DAT_MEM_PRIV_REMOTE_READ_FLAG}: peers may read it. */
  public static final int REMOTE_READ = 0x2;

  /** {@code DAT_MEM_PRIV_LOCAL_WRITE_FLAG}: endpoints of this side may write it. */
  public static final int LOCAL_WRITE = 0x10;

  /** {@code DAT_MEM_PRIV_REMOTE_WRITE_FLAG}: peers may write it. */
  public static final int REMOTE_WRITE = 0x20;

  /** {@code DAT_MEM_PRIV_ALL_FLAG}: reading and writing from both sides. */
  public static final int ALL = 0x33;

  /** {@code DAT_MEM_PRIV_READ_FLAG}: reading from both sides. */
  public static final int READ = 0x3;

  /** {@code DAT_MEM_PRIV_WRITE_FLAG}: writing from both sides. */
  public static final int WRITE = 0x30;

  /**
   * {@code DAT_MEM_PRIV_RO_DISABLE_FLAG}: no relaxed order of access; accepted and without effect.
   */
  public static final int RO_DISABLE = 0x100;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(NONE, "NONE")
          .add(LOCAL_READ, "LOCAL_READ")
          .add(REMOTE_READ, "REMOTE_READ")
          .add(LOCAL_WRITE, "LOCAL_WRITE")
          .add(REMOTE_WRITE, "REMOTE_WRITE")
          .add(RO_DISABLE, "RO_DISABLE");

  private MemPriv() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code NONE},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
