package org.dat4j.dat.spi.software;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.Psp;

/**
 * The event by which a program learns of a connection request, as a software backend's EVD holds it
 * in its queue.
 *
 * @param cr the request
 * @param psp the service point it names, null for a reserved one, which is gone: DAT-D20 in {@code
 *     docs/reference/decisions.md}
 * @param connQual the qualifier asked for
 */
record ConnectionRequestEvent(SoftCr cr, Psp psp, long connQual) implements SoftEvd.Rare {

  @Override
  public void fill(DatEvent out, SoftEvd evd) {
    out.setConnectionRequest(evd, psp, cr.softIa().fabric().address(), connQual, cr);
  }

  /** Nobody knows the request and could answer it: it is rejected. */
  @Override
  public void lost() {
    cr.softIa().lost(cr);
  }
}
