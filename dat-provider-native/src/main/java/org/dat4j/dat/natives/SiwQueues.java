package org.dat4j.dat.natives;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.natives.abi.Ret;

/**
 * Room for queues on soft iWARP. Each queue of a process is mapped at the lowest free pages of the
 * device's file, and libsiw takes the offset 0x90000 for a mapping that was refused
 * (SIW_INVAL_UOBJ_KEY). No queue can therefore begin at page 144: once those before it are taken,
 * by 72 dispatchers say, every further endpoint is refused with whatever errno has been left
 * behind, and every further dispatcher ends the process in dat_evd_create.
 *
 * <p>So with a device's first adapter comes one of this class's own, with a dispatcher that lies
 * across that page as long as the device has adapters. All adapters on a device share its file,
 * whatever their names are.
 *
 * <p>For one thread at a time, as all opens and closes.
 */
final class SiwQueues {

  private static final System.Logger LOG = System.getLogger(SiwQueues.class.getName());

  /** Of 32 octets each: pages 0 to 256 of a file that has no other queue yet. */
  private static final int ENTRIES = 1 << 15;

  private static final class Holder {
    private final LibraryIa ia;
    private int users;

    Holder(LibraryIa ia) {
      this.ia = ia;
    }
  }

  private final Map<String, Holder> holders = new HashMap<>();

  /** How many adapters of the library are this class's own. */
  int adapters() {
    return holders.size();
  }

  /** Whether {@link #take} opens an adapter. */
  boolean opens(String device) {
    return !holders.containsKey(device);
  }

  /**
   * Makes sure of the room before an adapter makes its first queue.
   *
   * @param device of the adapter
   * @param name of the adapter
   * @param where the call that opens it
   * @param remedy tells by the type of a refusal what to do
   */
  void take(String device, String name, String where, IntFunction<String> remedy) {
    Holder holder = holders.get(device);
    if (holder == null) {
      holder = new Holder(open(device, name, where, remedy));
      holders.put(device, holder);
    }
    holder.users++;
  }

  private static LibraryIa open(
      String device, String name, String where, IntFunction<String> remedy) {
    LibraryIa ia = LibraryIa.open(name, 1, where, remedy);
    try {
      LibraryEvd.create(ia.handle(), device, ENTRIES, EvdFlags.DTO, where);
      return ia;
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
  }

  /**
   * An adapter for which room was taken is closed, or was not opened. A refusal is logged only: it
   * is nothing to whoever closes.
   */
  void release(String device) {
    Holder holder = holders.get(device);
    if (--holder.users == 0) {
      holders.remove(device);
      int ret = holder.ia.close();
      if (!Ret.isSuccess(ret)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the adapter that kept room on {0} stays open: {1}",
            device,
            NativeErrors.of(ret, "Ia.close", "dat_ia_close").getMessage());
      }
    }
  }
}
