package org.dat4j.dat.udapl.libdapl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * The EVDs and PZs of a native adapter that are freed later, as libdapl refuses to free them while
 * abandoned endpoints use them. They are freed when libdapl has freed those endpoints, or end with
 * the adapter. Guarded by this.
 */
public final class DeferredFrees {

  /** The EVDs and PZs of abandoned endpoints. */
  private final Set<AbstractDatObject> used = new HashSet<>();

  /** Those that the program has freed and the library has not, with the library's call. */
  private final Map<AbstractDatObject, IntSupplier> deferred = new HashMap<>();

  /**
   * Notes the EVDs and the PZ of an abandoned endpoint.
   *
   * @param spec names them
   */
  public synchronized void addEndpoint(EpSpec spec) {
    for (AbstractDatObject part :
        new AbstractDatObject[] {spec.pz(), spec.recvEvd(), spec.requestEvd(), spec.connectEvd()}) {
      if (part != null) {
        used.add(part);
      }
    }
  }

  /**
   * Frees an EVD or PZ, now or later.
   *
   * @param part the object
   * @param call the library's free
   * @return the library's return value, or success for later
   */
  public synchronized int free(AbstractDatObject part, IntSupplier call) {
    int ret = call.getAsInt();
    if (ReturnCodes.rawType(ret) == DatReturn.INVALID_STATE && used.contains(part)) {
      deferred.put(part, call);
      return ReturnCodes.SUCCESS;
    }
    used.remove(part);
    return ret;
  }

  /** Tries the deferred frees again: the library has freed an abandoned endpoint. */
  public synchronized void retry() {
    deferred
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone =
                  ReturnCodes.rawType(entry.getValue().getAsInt()) != DatReturn.INVALID_STATE;
              if (gone) {
                used.remove(entry.getKey());
              }
              return gone;
            });
  }
}
