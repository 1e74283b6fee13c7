package org.dat4j.dat.natives;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.natives.abi.LibDat;

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
   * @param remedy tells by the type of a refusal what to do
   */
  void take(String device, String name, IntFunction<String> remedy) {
    Holder holder = holders.get(device);
    if (holder == null) {
      holder = new Holder(open(name, remedy));
      holders.put(device, holder);
    }
    holder.users++;
  }

  private static LibraryIa open(String name, IntFunction<String> remedy) {
    LibraryIa ia = LibraryIa.open(name, 1, remedy);
    int ret = LibDat.dat_evd_create(ia.handle(), ENTRIES, 0, EvdFlags.DTO, new Out().address(0));
    try {
      NativeErrors.check(ret, OpenAdapters.WHERE, "dat_evd_create");
      return ia;
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
  }

  /** An adapter for which room was taken is closed. */
  void release(String device) {
    Holder holder = holders.get(device);
    if (--holder.users == 0) {
      holders.remove(device);
      NativeErrors.check(holder.ia.close(), "Ia.close", "dat_ia_close");
    }
  }
}
