package org.dat4j.rsm.dat;

import java.util.List;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;

/**
 * What control endpoints tell each other. Requests are answered once each: {@link Hello} by {@link
 * Welcome}, {@link Connect} by {@link Connected}, {@link Bind} by {@link Grant}, {@link ListAt} by
 * {@link Listed}, the others by {@link Done}. Statuses are return codes of RSM.
 */
sealed interface Message {

  /** Whether it answers a request. */
  default boolean reply() {
    return false;
  }

  /**
   * The first request of a control endpoint: for whom the process works.
   *
   * @param uid user
   * @param gid primary group
   * @param pid process
   * @param groups supplementary groups, at most {@link Codec#MAX_GROUPS}
   */
  record Hello(int uid, int gid, long pid, List<Integer> groups) implements Message {}

  /**
   * Memory of the answering process that everybody may read, to flush writes by.
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
   * @param status what becomes of it; without success the other fields are 0
   * @param length of the segment
   * @param token names the import from now on
   */
  record Connected(int status, long length, long token) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * Asks for the memory, once the data endpoint is connected.
   *
   * @param token of the import
   */
  record Bind(long token) implements Message {}

  /**
   * Answers {@link Bind}.
   *
   * @param status without success the other fields are 0
   * @param where the memory
   */
  record Grant(int status, Place where) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /**
   * The importer disconnects.
   *
   * @param token of the import
   */
  record Disconnect(long token) implements Message {}

  /**
   * The exporter has withdrawn the segment.
   *
   * @param token of the import
   */
  record Abort(long token) implements Message {}

  /**
   * The segment has other memory. The answer says that nothing more goes to the old one.
   *
   * @param token of the import
   * @param where the memory
   */
  record Rebound(long token, Place where) implements Message {}

  /**
   * A signal, from the importer for the segment or from the exporter for the import.
   *
   * @param token of the import
   * @param drop whether it is dropped where one is pending
   */
  record Signal(long token, boolean drop) implements Message {}

  /**
   * Asks a process of the own node whether an id is free.
   *
   * @param segment id
   * @param slot of the asking process
   */
  record Claim(int segment, int slot) implements Message {}

  /**
   * Asks for an entry of the list of segments.
   *
   * @param index from 0
   */
  record ListAt(int index) implements Message {}

  /**
   * Answers {@link ListAt}.
   *
   * @param info the entry, null past the end
   */
  record Listed(SegmentInfo info) implements Message {
    @Override
    public boolean reply() {
      return true;
    }
  }

  /** A sign of life. */
  record Beat() implements Message {}

  /**
   * Answers what has no answer of its own.
   *
   * @param status a return code
   */
  record Done(int status) implements Message {
    private static final Done SUCCESS = new Done(RsmReturn.SUCCESS);
    private static final Done GONE = new Done(RsmReturn.CONN_ABORTED);

    /** The usual answers. */
    static Done of(boolean success) {
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
   * @param context of its window
   * @param base address of its first octet
   * @param generation counts what it was bound to
   */
  record Place(int context, long base, int generation) {
    static final Place NONE = new Place(0, 0, 0);
  }
}
