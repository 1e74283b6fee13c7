package org.dat4j.dat.natives;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.EpSpec;

/**
 * What the library still uses for endpoints that are gone for the program, and refuses to free
 * until they are gone for itself: it is freed then, or ends with the adapter.
 */
final class KeptParts {

  /** Parts of endpoints that were left. */
  private final Set<AbstractDatObject> used = new HashSet<>();

  /** Those that the program has freed and the library has not, with the library's call. */
  private final Map<AbstractDatObject, IntSupplier> later = new HashMap<>();

  /** An endpoint with these parts is left. */
  synchronized void keep(EpSpec spec) {
    for (AbstractDatObject part :
        new AbstractDatObject[] {spec.pz(), spec.recvEvd(), spec.requestEvd(), spec.connectEvd()}) {
      if (part != null) {
        used.add(part);
      }
    }
  }

  /**
   * Frees a part, now or later.
   *
   * @param part which
   * @param call the library's free
   * @return what the library answers, success for later
   */
  synchronized int free(AbstractDatObject part, IntSupplier call) {
    int ret = call.getAsInt();
    if (Ret.rawType(ret) == DatReturn.INVALID_STATE && used.contains(part)) {
      later.put(part, call);
      return Ret.SUCCESS;
    }
    used.remove(part);
    return ret;
  }

  /** An endpoint that was left is gone for the library, too. */
  synchronized void freeAgain() {
    later
        .entrySet()
        .removeIf(
            entry -> {
              boolean gone = Ret.rawType(entry.getValue().getAsInt()) != DatReturn.INVALID_STATE;
              if (gone) {
                used.remove(entry.getKey());
              }
              return gone;
            });
  }
}
