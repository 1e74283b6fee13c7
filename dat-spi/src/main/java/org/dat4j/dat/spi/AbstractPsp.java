package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspField;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PspParam;

/**
 * Base of the public service points of all DAT providers: protects the EVD of its requests from
 * being freed.
 */
public abstract class AbstractPsp extends AbstractDatObject implements Psp {

  private final AbstractEvd evd;
  private final PspFlags flags;

  /**
   * Makes a service point.
   *
   * @param evd where requests go
   * @param flags whether the consumer or the provider creates endpoints
   */
  protected AbstractPsp(AbstractEvd evd, PspFlags flags) {
    super(evd.ia(), HandleType.PSP);
    this.evd = evd;
    this.flags = flags;
  }

  /**
   * The EVD to which connection requests go.
   *
   * @return the EVD
   */
  public final AbstractEvd evd() {
    return evd;
  }

  /**
   * Says whether the program or the provider makes the endpoints for requests.
   *
   * @return the flags of the creation
   */
  public final PspFlags flags() {
    return flags;
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.NO_SUBTYPE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  public final PspParam query(int mask) {
    checkMask("query", mask, PspField.ALL);
    return new PspParam(ia(), connQual(), evd, flags);
  }

  @Override
  final void dropReferences() {
    evd.leaveOther();
  }
}
