package org.dat4j.rsm.dat.message;

import java.util.List;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;

/**
 * A message between two processes of RSM over DAT, on their control connection. Each request is
 * answered once: {@link Hello} by {@link Welcome}, {@link Connect} by {@link Connected}, {@link
 * Bind} by {@link Grant}, {@link GetListEntry} by {@link ListEntry}, the others by {@link Done}.
 * Statuses are return codes of RSM.
 */
public sealed interface Message {

  /**
   * Tells requests and answers apart.
   *
   * @return whether it answers a request
   */
  default boolean reply() {
    return false;
  }

  /**
   * The first request on a control connection, which says for which user the importing process
   * runs.
   *
   * @param uid user
   * @param gid primary group
   * @param pid process
   * @param groups supplementary groups, at most {@link MessageCodec#MAX_GROUPS}
   */
  record Hello(int uid, int gid, long pid, List<Integer> groups) implements Message {}

  /**
   * Answers {@link Hello} with memory that the importing process may read in order to flush its
   * writes.
   *
   * @param context its context
   * @param address its address
   */
  record Welcome(int context, long address) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * Asks for an import.
   *
   * @param segment id
   * @param perm rights
   */
  record Connect(int segment, int perm) implements Message {}

  /**
   * Answers {@link Connect}.
   *
   * @param status the return code of the connect; without success the other fields are 0
   * @param length length of the segment
   * @param token names the import from now on
   */
  record Connected(int status, long length, long token) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * Asks for the memory of the segment, once the data endpoint is connected.
   *
   * @param token token of the import
   */
  record Bind(long token) implements Message {}

  /**
   * Answers {@link Bind}.
   *
   * @param status without success the other fields are 0
   * @param where the memory
   */
  record Grant(int status, MemoryLocation where) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * Announces that the importer disconnects.
   *
   * @param token token of the import
   */
  record Disconnect(long token) implements Message {}

  /**
   * Announces that the exporter has withdrawn the segment.
   *
   * @param token token of the import
   */
  record Abort(long token) implements Message {}

  /**
   * Announces that the segment has new memory. The answer confirms that no transfer uses the old
   * memory.
   *
   * @param token token of the import
   * @param where the memory
   */
  record MemoryChanged(long token, MemoryLocation where) implements Message {}

  /**
   * A signal, from the importer for the segment or from the exporter for the import.
   *
   * @param token token of the import
   * @param drop whether it is dropped where one is pending
   * @param count how many signals it is, 1 to {@link #MAX_COUNT}
   */
  record Signal(long token, boolean drop, int count) implements Message {
    /** Most signals that one message carries. */
    public static final int MAX_COUNT = 1 << 20;
  }

  /**
   * Asks a process of the own node whether an id is free.
   *
   * @param segment id
   * @param slot slot number of the asking process
   */
  record ClaimId(int segment, int slot) implements Message {}

  /**
   * Asks for an entry of the list of segments.
   *
   * @param index from 0
   */
  record GetListEntry(int index) implements Message {}

  /**
   * Answers {@link GetListEntry}.
   *
   * @param info the entry, null past the end
   */
  record ListEntry(SegmentInfo info) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /** A message that shows that the sending process still runs. */
  record Heartbeat() implements Message {}

  /**
   * Answers all requests that have no answer type of their own.
   *
   * @param status a return code
   */
  record Done(int status) implements Message {
    private static final Done SUCCESS = new Done(RsmReturn.SUCCESS);
    private static final Done GONE = new Done(RsmReturn.CONN_ABORTED);

    /**
     * Gives the usual answers.
     *
     * @param success whether the request was carried out
     * @return RSM_SUCCESS, or RSMERR_CONN_ABORTED
     */
    public static Done of(boolean success) {
      return success ? SUCCESS : GONE;
    }

    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * Memory of a segment as an import reaches it.
   *
   * @param context context of its RMR
   * @param base address of its first byte
   * @param generation counts what it was bound to
   */
  record MemoryLocation(int context, long base, int generation) {
    /** The location in an answer without success. */
    public static final MemoryLocation NONE = new MemoryLocation(0, 0, 0);
  }
}
