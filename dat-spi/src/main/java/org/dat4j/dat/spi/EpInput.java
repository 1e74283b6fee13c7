package org.dat4j.dat.spi;

import org.dat4j.dat.EpState;

/**
 * The calls and occurrences that may change the state of an endpoint: the rows of the contract's
 * state table. A cell tells the state afterwards, or that the state does not permit it.
 */
public enum EpInput {
  /** dat_ep_connect. */
  CONNECT,
  /** dat_ep_dup_connect of the endpoint to be connected. */
  DUP_CONNECT,
  /** dat_ep_dup_connect of the endpoint whose connection is duplicated. */
  DUPLICATED,
  /** dat_rsp_create with the endpoint. */
  RESERVE,
  /** dat_rsp_free of its service point. */
  UNRESERVE,
  /** A request has arrived at its service point. */
  REQUESTED,
  /** dat_cr_accept of a request that has no endpoint of its own. */
  ACCEPT,
  /** dat_cr_accept of the request the endpoint belongs to. */
  ACCEPT_OWN,
  /** dat_cr_reject or dat_cr_handoff of the request the endpoint belongs to. */
  REJECT_OWN,
  /** The connection is established. */
  ESTABLISHED,
  /** The connection, or the attempt to make one, has ended, for whatever reason. */
  ENDED,
  /** dat_ep_disconnect, abrupt. */
  DISCONNECT_ABRUPT,
  /** dat_ep_disconnect, graceful. */
  DISCONNECT_GRACEFUL,
  /** dat_ep_reset. */
  RESET,
  /** dat_ep_free. */
  FREE,
  /** dat_ep_post_recv. */
  POST_RECV,
  /** dat_ep_post_send, dat_ep_post_rdma_read, dat_ep_post_rdma_write, dat_rmr_bind. */
  POST_REQUEST,
  /** dat_ep_modify of the PZ. */
  MODIFY_PZ,
  /** dat_ep_modify of an EVD. */
  MODIFY_EVD,
  /** dat_ep_modify of the attributes every endpoint has. */
  MODIFY_ATTRIBUTE,
  /** dat_ep_modify of attributes of the transport or the provider. */
  MODIFY_SPECIFIC;

  private final EpState[] next = EpStateTable.row(name());

  /**
   * The state afterwards.
   *
   * @param from the state before
   * @return the same or another state; null where the state does not permit it
   */
  public EpState next(EpState from) {
    return next[from.ordinal()];
  }

  /**
   * Whether a state permits it.
   *
   * @param from the state before
   * @return true if there is a state afterwards
   */
  public boolean permits(EpState from) {
    return next[from.ordinal()] != null;
  }

  /** The table as the contract prints it: columns are states, "=" stays, "." is not permitted. */
  private static final class EpStateTable {
    private static final String ROWS =
        """
        .                    U  R  PP AP TP CP C  DP D
        CONNECT              AP .  .  .  .  .  .  .  .
        DUP_CONNECT          AP .  .  .  .  .  .  .  .
        DUPLICATED           .  .  .  .  .  .  =  .  .
        RESERVE              R  .  .  .  .  .  .  .  .
        UNRESERVE            .  U  =  .  .  .  .  .  .
        REQUESTED            .  PP .  .  .  .  .  .  .
        ACCEPT               CP .  .  .  .  .  .  .  .
        ACCEPT_OWN           .  .  CP .  CP .  .  .  .
        REJECT_OWN           .  .  U  .  .  .  .  .  .
        ESTABLISHED          .  .  .  C  .  C  .  .  .
        ENDED                .  .  .  D  .  D  D  D  .
        DISCONNECT_ABRUPT    .  .  .  D  .  D  D  D  =
        DISCONNECT_GRACEFUL  .  .  .  D  .  D  DP =  =
        RESET                =  .  .  .  .  .  .  .  U
        FREE                 =  .  .  =  .  =  =  =  =
        POST_RECV            =  =  =  =  =  =  =  =  =
        POST_REQUEST         .  .  .  .  .  .  =  .  =
        MODIFY_PZ            =  .  .  .  =  .  .  .  .
        MODIFY_EVD           =  =  =  .  =  .  .  .  .
        MODIFY_ATTRIBUTE     =  =  =  .  =  .  .  .  .
        MODIFY_SPECIFIC      =  .  .  .  .  .  .  .  .
        """;

    static EpState[] row(String name) {
      String[] lines = ROWS.split("\n");
      String[] columns = lines[0].split(" +");
      for (String line : lines) {
        String[] cells = line.split(" +");
        if (cells[0].equals(name)) {
          return row(columns, cells);
        }
      }
      throw new IllegalStateException("the state table has no row " + name);
    }

    private static EpState[] row(String[] columns, String[] cells) {
      EpState[] row = new EpState[EpState.values().length];
      for (int i = 1; i < columns.length; i++) {
        EpState from = state(columns[i]);
        row[from.ordinal()] =
            switch (cells[i]) {
              case "." -> null;
              case "=" -> from;
              default -> state(cells[i]);
            };
      }
      return row;
    }

    private static EpState state(String column) {
      return switch (column) {
        case "U" -> EpState.UNCONNECTED;
        case "R" -> EpState.RESERVED;
        case "PP" -> EpState.PASSIVE_CONNECTION_PENDING;
        case "AP" -> EpState.ACTIVE_CONNECTION_PENDING;
        case "TP" -> EpState.TENTATIVE_CONNECTION_PENDING;
        case "CP" -> EpState.COMPLETION_PENDING;
        case "C" -> EpState.CONNECTED;
        case "DP" -> EpState.DISCONNECT_PENDING;
        case "D" -> EpState.DISCONNECTED;
        default -> throw new IllegalStateException("the state table has no state " + column);
      };
    }
  }
}
