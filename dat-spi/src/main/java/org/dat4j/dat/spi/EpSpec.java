package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;

/**
 * What an endpoint works with; kept busy while it lives.
 *
 * @param pz zone, or null
 * @param recvEvd dispatcher of receive completions, or null
 * @param requestEvd dispatcher of request completions, or null
 * @param connectEvd dispatcher of connection events, or null
 * @param srq shared receive queue, or null
 */
public record EpSpec(
    AbstractPz pz,
    AbstractEvd recvEvd,
    AbstractEvd requestEvd,
    AbstractEvd connectEvd,
    AbstractSrq srq) {

  /** Marks all parts as used; on a refusal none is. */
  void retain(String where) {
    AbstractDatObject[] parts = parts();
    for (int i = 0; i < parts.length; i++) {
      if (parts[i] != null) {
        try {
          parts[i].retain(where, "argument", DatSubtype.NO_SUBTYPE);
        } catch (RuntimeException e) {
          for (int j = 0; j < i; j++) {
            if (parts[j] != null) {
              parts[j].release();
            }
          }
          throw e;
        }
      }
    }
  }

  /** Undoes {@link #retain}. */
  void release() {
    for (AbstractDatObject part : parts()) {
      if (part != null) {
        part.release();
      }
    }
  }

  private AbstractDatObject[] parts() {
    return new AbstractDatObject[] {pz, recvEvd, requestEvd, connectEvd, srq};
  }
}
