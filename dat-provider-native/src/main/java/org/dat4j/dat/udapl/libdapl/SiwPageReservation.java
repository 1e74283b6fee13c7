package org.dat4j.dat.udapl.libdapl;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * A workaround of the native backend for soft iWARP: an own EVD occupies the page where libsiw
 * takes a queue for a failed one.
 *
 * <p>Each queue of a process is mapped at the lowest free pages of the device's file. libsiw takes
 * the offset 0x90000 for a mapping that was refused (SIW_INVAL_UOBJ_KEY), so no queue can begin at
 * page 144. Once the pages before it are taken, for instance by 72 EVDs, every further endpoint is
 * refused, and every further EVD ends the process in dat_evd_create.
 *
 * <p>So the first adapter of a device gets a second one with an EVD across that page, which lasts
 * as long as the device has adapters. All adapters on a device share its file, whatever their
 * names. For one thread at a time, as all opens and closes.
 */
public final class SiwPageReservation {

  private static final System.Logger LOG = System.getLogger(SiwPageReservation.class.getName());

  /** Entries of 32 bytes: pages 0 to 256 of a file that has no other queue yet. */
  private static final int ENTRIES = 1 << 15;

  private static final class Holder {
    private final DaplIa ia;
    private int users;

    Holder(DaplIa ia) {
      this.ia = ia;
    }
  }

  private final Map<String, Holder> holders = new HashMap<>();

  /** Makes a reservation of no device. */
  public SiwPageReservation() {}

  /**
   * Returns the number of adapters that the reservations have opened in the library.
   *
   * @return one for each device in use
   */
  public int adapters() {
    return holders.size();
  }

  /**
   * Tells whether {@link #take} opens an adapter.
   *
   * @param device of the adapter
   * @return whether it is the device's first
   */
  public boolean opens(String device) {
    return !holders.containsKey(device);
  }

  /**
   * Reserves the page before an adapter makes its first queue.
   *
   * @param device of the adapter
   * @param name of the adapter
   * @param where the call that opens it
   * @param remedy returns what to do for the type of a refusal
   */
  public void take(String device, String name, String where, IntFunction<String> remedy) {
    Holder holder = holders.get(device);
    if (holder == null) {
      holder = new Holder(open(device, name, where, remedy));
      holders.put(device, holder);
    }
    holder.users++;
  }

  private static DaplIa open(String device, String name, String where, IntFunction<String> remedy) {
    DaplIa ia = DaplIa.open(name, 1, where, remedy);
    try {
      DaplEvdFactory.create(ia.handle(), device, ENTRIES, EvdFlags.DTO, where);
      return ia;
    } catch (RuntimeException | Error e) {
      ia.close();
      throw e;
    }
  }

  /**
   * Ends the reservation of an adapter that was closed, or could not be opened. A refusal is logged
   * only, as the close of the program has succeeded.
   *
   * @param device of the adapter
   */
  public void release(String device) {
    Holder holder = holders.get(device);
    if (--holder.users == 0) {
      holders.remove(device);
      int ret = holder.ia.close();
      if (!ReturnCodes.isSuccess(ret)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "the adapter that kept room on {0} stays open: {1}",
            device,
            NativeErrors.of(ret, "Ia.close", "dat_ia_close").getMessage());
      }
    }
  }
}
