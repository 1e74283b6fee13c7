package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;

/**
 * Base of the local memory regions of all DAT providers: what a registration covers and allows, as
 * posts check it.
 */
public abstract class AbstractLmr extends AbstractDatObject implements Lmr {

  private final LmrSpec spec;
  private final int lmrContext;
  private final int rmrContext;
  private final long registeredSize;
  private final long registeredAddress;
  private final RegisteredRange extent;

  /**
   * Makes a registration.
   *
   * @param spec what was asked for
   * @param lmrContext context of local segments, unique among live registrations of the adapter
   * @param rmrContext context for peers; kept as 0 without remote privileges
   * @param registeredSize bytes
   * @param registeredAddress address of the first byte
   */
  protected AbstractLmr(
      LmrSpec spec, int lmrContext, int rmrContext, long registeredSize, long registeredAddress) {
    super(spec.pz().ia(), HandleType.LMR);
    this.spec = spec;
    this.lmrContext = lmrContext;
    this.rmrContext =
        (spec.privileges() & (MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE)) == 0 ? 0 : rmrContext;
    this.registeredSize = registeredSize;
    this.registeredAddress = registeredAddress;
    this.extent =
        new RegisteredRange(
            lmrContext, spec.pz(), spec.privileges(), registeredAddress, registeredSize);
  }

  /**
   * The checked arguments this registration was made with.
   *
   * @return the checked arguments of the creation
   */
  public final LmrSpec spec() {
    return spec;
  }

  @Override
  public final int lmrContext() {
    return lmrContext;
  }

  @Override
  public final int rmrContext() {
    return rmrContext;
  }

  @Override
  public final long registeredSize() {
    return registeredSize;
  }

  @Override
  public final long registeredAddress() {
    return registeredAddress;
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.INVALID_STATE_LMR_IN_USE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  public final LmrParam query(int mask) {
    checkMask("query", mask, LmrField.ALL);
    return new LmrParam(
        ia(),
        spec.memType(),
        spec.region(),
        spec.length(),
        spec.pz(),
        spec.privileges(),
        lmrContext,
        rmrContext,
        registeredSize,
        registeredAddress);
  }

  @Override
  final void dropReferences() {
    ia().lmrs().remove(lmrContext);
    extent.end();
    spec.pz().release();
  }

  /**
   * Whether a range lies inside this registration; all arithmetic is unsigned.
   *
   * @param address first byte
   * @param length bytes, not negative
   * @return true when every byte of the range is registered
   */
  public final boolean covers(long address, long length) {
    return extent.covers(address, length);
  }

  /** The range, PZ and privileges that posts check. */
  final RegisteredRange extent() {
    return extent;
  }
}
