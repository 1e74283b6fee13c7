package org.dat4j.dat.spi;

/**
 * The calls and occurrences that may change the {@link EvdCondition} of an EVD: the rows of the
 * contract's state table. A cell tells the condition afterwards, or that the condition before does
 * not permit it: DAT_INVALID_STATE, or DAT_INVALID_HANDLE when freed. A cell that leads from a
 * waited condition to one that is not ends the wait: by success, time-out or interrupt for {@link
 * #WAIT_ENDS}, with DAT_INVALID_STATE for {@link #SET_UNWAITABLE}, with DAT_ABORT for {@link
 * #FREE}.
 */
public enum EvdInput {
  /** dat_evd_wait. */
  WAIT,
  /** The wait is over: enough events, time-out, interrupt. */
  WAIT_ENDS,
  /** dat_evd_dequeue. */
  DEQUEUE,
  /** dat_evd_enable. */
  ENABLE,
  /** dat_evd_disable. */
  DISABLE,
  /** dat_evd_set_unwaitable. */
  SET_UNWAITABLE,
  /** dat_evd_clear_unwaitable. */
  CLEAR_UNWAITABLE,
  /** dat_evd_resize. */
  RESIZE,
  /** dat_evd_modify_cno. */
  MODIFY_CNO,
  /** dat_evd_post_se. */
  POST_SE,
  /** dat_evd_query. */
  QUERY,
  /** dat_evd_free of an EVD that nothing feeds, or the close of its adapter. */
  FREE;

  /** The receiver of the notification that an event has arrived. */
  public enum Notified {
    /** Nobody: the event waits to be dequeued. */
    NOBODY,
    /** The thread that waits on the EVD. */
    WAITER,
    /** The CNO, if there is one. */
    CNO
  }

  private final EvdCondition[] next = EvdStateTable.row(name());

  /**
   * The condition afterwards.
   *
   * @param from the condition before
   * @return the same or another condition; null where the condition does not permit it
   */
  public EvdCondition next(EvdCondition from) {
    return next[from.ordinal()];
  }

  /**
   * Whether a condition permits it.
   *
   * @param from the condition before
   * @return true if there is a condition afterwards
   */
  public boolean permits(EvdCondition from) {
    return next[from.ordinal()] != null;
  }

  /**
   * The conditions that do not permit it, as a set for the data path.
   *
   * @return bit n for the condition with ordinal n
   */
  public int refusals() {
    int set = 0;
    for (EvdCondition from : EvdCondition.values()) {
      set |= permits(from) ? 0 : 1 << from.ordinal();
    }
    return set;
  }

  /**
   * Tells whom an event that arrives notifies: a waiting thread, the CNO or nobody.
   *
   * @param at the condition it finds
   * @return the party that is notified
   */
  public static Notified arrival(EvdCondition at) {
    return EvdStateTable.ARRIVAL[at.ordinal()];
  }

  /**
   * The state table as the contract describes it. Columns are conditions: Enabled or Disabled, then
   * Idle, Waited or Unwaitable, and Freed; "=" stays, "." is not permitted.
   */
  private static final class EvdStateTable {
    private static final String ROWS =
        """
        .                  EI   EW      EU   DI   DW      DU   F
        WAIT               EW   .       .    DW   .       .    .
        WAIT_ENDS          .    EI      .    .    DI      .    .
        DEQUEUE            =    .       =    =    .       =    .
        ENABLE             =    =       =    EI   EW      EU   .
        DISABLE            DI   DW      DU   =    =       =    .
        SET_UNWAITABLE     EU   EU      =    DU   DU      =    .
        CLEAR_UNWAITABLE   =    =       EI   =    =       DI   .
        RESIZE             =    =       =    =    =       =    .
        MODIFY_CNO         =    =       =    =    =       =    .
        POST_SE            =    =       =    =    =       =    .
        QUERY              =    =       =    =    =       =    .
        FREE               F    F       F    F    F       F    .
        arrival            CNO  WAITER  CNO  NOBODY WAITER NOBODY NOBODY
        """;

    private static final Notified[] ARRIVAL = arrivals();

    static EvdCondition[] row(String name) {
      String[] columns = cells("");
      String[] cells = cells(name);
      EvdCondition[] row = new EvdCondition[columns.length];
      for (int i = 0; i < columns.length; i++) {
        EvdCondition from = condition(columns[i]);
        row[from.ordinal()] =
            switch (cells[i]) {
              case "." -> null;
              case "=" -> from;
              default -> condition(cells[i]);
            };
      }
      return row;
    }

    private static Notified[] arrivals() {
      String[] columns = cells("");
      String[] cells = cells("arrival");
      Notified[] row = new Notified[columns.length];
      for (int i = 0; i < columns.length; i++) {
        row[condition(columns[i]).ordinal()] = Notified.valueOf(cells[i]);
      }
      return row;
    }

    private static String[] cells(String row) {
      for (String line : ROWS.split("\n")) {
        String[] words = line.split(" +", 2);
        if (words[0].equals(row.isEmpty() ? "." : row)) {
          return words[1].split(" +");
        }
      }
      throw new IllegalStateException("the state table has no row " + row);
    }

    private static EvdCondition condition(String column) {
      return switch (column) {
        case "EI" -> EvdCondition.ENABLED_IDLE;
        case "EW" -> EvdCondition.ENABLED_WAITED;
        case "EU" -> EvdCondition.ENABLED_UNWAITABLE;
        case "DI" -> EvdCondition.DISABLED_IDLE;
        case "DW" -> EvdCondition.DISABLED_WAITED;
        case "DU" -> EvdCondition.DISABLED_UNWAITABLE;
        case "F" -> EvdCondition.FREED;
        default -> throw new IllegalStateException("the state table has no column " + column);
      };
    }
  }
}
