package org.dat4j.conformance.dat.mutant.fault;

import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;

/**
 * The arguments of a call of dat_ia_open, as the fault of a DAT mutant gets them.
 *
 * @param source where adapters come from
 * @param adapter name of the adapter under test, which can be opened
 * @param name the name that was asked for
 * @param minQlen least length of the asynchronous EVD
 * @param asyncEvd the provider's EVD, or null
 */
public record OpenCall(IaSource source, String adapter, String name, int minQlen, Evd asyncEvd) {
  /** Page of the call. */
  public static final String PAGE = "dat_ia_open";

  private static final int USUAL_QLEN = 8;

  /**
   * Opens with the arguments.
   *
   * @return the adapter
   */
  public Ia proceed() {
    return source.open(name, minQlen, asyncEvd);
  }

  /**
   * Opens as if all arguments were right.
   *
   * @return the adapter
   */
  public Ia proceedAnyway() {
    return source.open(adapter, USUAL_QLEN, null);
  }
}
