package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;

/**
 * A protection zone (PZ) of the DAT adapter under an RSM controller, in which endpoints are created
 * and memory is registered. Its contexts work on its own endpoints only.
 *
 * @param adapter the adapter that it belongs to
 * @param pz the PZ
 */
record ProtectionZone(Adapter adapter, Pz pz) {

  Lmr register(ByteBuffer memory, int privileges) {
    return adapter.register(memory, pz, privileges);
  }

  Rmr createRmr() {
    return pz.createRmr();
  }

  /** Creates an endpoint all of whose events go to the event thread. */
  Ep createEp(EpAttr sizes) {
    return adapter.createEp(pz, adapter.events().transfers(), sizes);
  }

  /** Creates an endpoint whose receives and connection events go to the event thread. */
  Ep createEp(Evd requests, EpAttr sizes) {
    return adapter.createEp(pz, requests, sizes);
  }

  void free() {
    try {
      pz.free();
    } catch (DatException closed) {
      // The adapter is closed, which has freed it.
    }
  }
}
