package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;

/**
 * The PZ, EVDs and SRQ that an endpoint works with, which cannot be freed while it lives.
 *
 * @param pz PZ, or null
 * @param recvEvd EVD of receive completions, or null
 * @param requestEvd EVD of request completions, or null
 * @param connectEvd EVD of connection events, or null
 * @param srq shared receive queue, or null
 */
public record EpSpec(
    AbstractPz pz,
    AbstractEvd recvEvd,
    AbstractEvd requestEvd,
    AbstractEvd connectEvd,
    AbstractSrq srq) {

  private static final int STREAMS = 3;

  /**
   * Marks all parts as used and lets the endpoint's streams join their EVDs; on a refusal nothing
   * changes.
   *
   * @param where object and call
   * @param position of the argument in the C call
   * @param attr attributes that go with these parts
   */
  void retain(String where, int position, EpAttr attr) {
    AbstractDatObject[] parts = parts();
    int retained = 0;
    try {
      for (AbstractDatObject part : parts) {
        if (part != null) {
          part.retain(where, "argument", DatSubtype.NO_SUBTYPE);
        }
        retained++;
      }
      join(where, position, attr);
    } catch (RuntimeException | Error e) {
      for (int i = 0; i < retained; i++) {
        if (parts[i] != null) {
          parts[i].release();
        }
      }
      throw e;
    }
  }

  private void join(String where, int position, EpAttr attr) {
    int joined = 0;
    try {
      if (recvEvd != null) {
        CompletionModel model = CompletionModel.of(attr.recvCompletionFlags());
        recvEvd.feeders().joinCompletions(where, position, model);
      }
      joined++;
      if (requestEvd != null) {
        CompletionModel model = CompletionModel.of(attr.requestCompletionFlags());
        requestEvd.feeders().joinCompletions(where, position, model);
      }
      joined++;
      if (connectEvd != null) {
        connectEvd.feeders().joinOther(where, position);
      }
    } catch (RuntimeException | Error e) {
      leave(joined);
      throw e;
    }
  }

  private void leave(int joined) {
    if (joined > 0 && recvEvd != null) {
      recvEvd.feeders().leaveCompletions();
    }
    if (joined > 1 && requestEvd != null) {
      requestEvd.feeders().leaveCompletions();
    }
    if (joined > 2 && connectEvd != null) {
      connectEvd.feeders().leaveOther();
    }
  }

  /** Undoes {@link #retain}. */
  void release() {
    leave(STREAMS);
    releaseParts();
  }

  /**
   * Does the same as {@link #retain}, in the place of other parts and attributes: their streams
   * leave, while the parts stay marked as used until {@link #releaseParts}.
   */
  void displace(EpSpec before, EpAttr attrBefore, String where, int position, EpAttr attr) {
    before.leave(STREAMS);
    try {
      retain(where, position, attr);
    } catch (RuntimeException | Error e) {
      before.join(where, position, attrBefore);
      throw e;
    }
  }

  /** Undoes {@link #displace}. */
  void restore(EpSpec before, EpAttr attrBefore, String where, int position) {
    release();
    before.join(where, position, attrBefore);
  }

  /** Marks the parts as no longer used. */
  void releaseParts() {
    // Without an array: an end is not to need memory.
    release(pz);
    release(recvEvd);
    release(requestEvd);
    release(connectEvd);
    release(srq);
  }

  private static void release(AbstractDatObject part) {
    if (part != null) {
      part.release();
    }
  }

  private AbstractDatObject[] parts() {
    return new AbstractDatObject[] {pz, recvEvd, requestEvd, connectEvd, srq};
  }
}
