package org.dat4j.dat.udapl;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaField;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProviderField;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.udapl.abi.AttrLayout;
import org.dat4j.dat.udapl.abi.DatLibrary;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.MaskTranslation;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.libdapl.DaplAttributes;
import org.dat4j.dat.udapl.libdapl.DaplIa;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.SiwPageReservation;
import org.dat4j.dat.udapl.libdapl.SrqCapability;
import org.dat4j.dat.udapl.machine.LoadedStack;
import org.dat4j.dat.udapl.machine.ProviderLibraries;
import org.dat4j.dat.udapl.patch.PrivateStructures;

/**
 * The registry of all open native adapters of this process, which opens and closes them one at a
 * time, as libdapl requires. libdapl changes its own table at every open and close without a lock,
 * and moves it at the 64th open. So the 64th open is refused. Open adapters stay reachable, as the
 * device writes to their memory.
 */
final class OpenNativeAdapters {

  /** Open adapters of libdapl at most: its table moves at the 64th. */
  private static final int MAX_OPEN_ADAPTERS = 63;

  private static final String WHERE = "DatRegistry.openIa";

  private static final System.Logger LOG = System.getLogger(OpenNativeAdapters.class.getName());
  private static final Set<NativeIa> OPEN = new HashSet<>();
  private static final SiwPageReservation SIW = new SiwPageReservation();

  private OpenNativeAdapters() {}

  /**
   * The properties of an open adapter that were found when the library opened it.
   *
   * @param library the adapter there
   * @param iaAttr attributes
   * @param providerAttr attributes
   * @param srqs whether there are shared receive queues
   * @param siw its device on soft iWARP, empty on others
   * @param softRoce whether its device is soft RoCE
   * @param privateWrites whether the provider may write to private structures of the library
   */
  record Opened(
      DaplIa library,
      IaAttr iaAttr,
      ProviderAttr providerAttr,
      SrqCapability srqs,
      String siw,
      boolean softRoce,
      boolean privateWrites) {}

  /**
   * Opens an adapter.
   *
   * @param root where the machine's {@code sys} and {@code proc} are
   * @param remedy tells by the type of a refusal what to do
   */
  static NativeIa open(
      NativeProvider provider, OpenRequest request, Path root, IntFunction<String> remedy) {
    synchronized (OPEN) {
      checkRoom(0);
      NativeIa ia = new NativeIa(provider, request, openNow(request, root, remedy));
      OPEN.add(ia);
      ia.shareAsync();
      return ia;
    }
  }

  private static Opened openNow(OpenRequest request, Path root, IntFunction<String> remedy) {
    RegistryEntry entry = request.entry();
    boolean privateWrites = PrivateStructures.isWritable(WHERE);
    DaplIa library = DaplIa.open(entry.iaName(), request.asyncEvdMinQlen(), WHERE, remedy);
    String siw = "";
    try {
      ProviderLibraries.keep(entry.libPath());
      LoadedStack used = new LoadedStack(root, DatLibrary.wanted(), entry.libPath());
      NativeMemory ia = NativeMemory.allocate(AttrLayout.IaAttr.SIZE);
      NativeMemory provider = NativeMemory.allocate(AttrLayout.ProviderAttr.SIZE);
      query(library, ia, provider);
      IaAttr iaAttr = DaplAttributes.adapter(ia, entry.iaName());
      ProviderAttr providerAttr = DaplAttributes.provider(provider, used);
      siw = takeRoomOnSiw(used.siwDevice(providerAttr), entry, remedy);
      SrqCapability srqs = SrqCapability.of(library.handle(), iaAttr);
      return new Opened(
          library,
          srqs.declare(iaAttr),
          srqs.declare(providerAttr),
          srqs,
          siw,
          used.isSoftRoce(providerAttr),
          privateWrites);
    } catch (RuntimeException | Error e) {
      library.close();
      releaseRoomOnSiw(siw);
      throw e;
    }
  }

  private static void query(DaplIa library, NativeMemory ia, NativeMemory provider) {
    int ret =
        LibDat.dat_ia_query(
            library.handle(),
            0,
            MaskTranslation.ia(IaField.ALL),
            ia.address(),
            MaskTranslation.provider(ProviderField.ALL),
            provider.address());
    NativeErrors.check(ret, WHERE, "dat_ia_query");
  }

  private static String takeRoomOnSiw(
      String device, RegistryEntry entry, IntFunction<String> remedy) {
    if (!device.isEmpty()) {
      if (SIW.opens(device)) {
        checkRoom(1);
      }
      SIW.take(device, entry.iaName(), WHERE, remedy);
    }
    return device;
  }

  private static void releaseRoomOnSiw(String device) {
    if (!device.isEmpty()) {
      SIW.release(device);
    }
  }

  /**
   * Tells whether the library's table has room for another adapter, beside those that are opening.
   */
  private static void checkRoom(int opening) {
    int open = OPEN.size() + SIW.adapters();
    if (open + opening >= MAX_OPEN_ADAPTERS) {
      throw Errors.resources(
          WHERE,
          DatSubtype.RESOURCE_DEVICE,
          "open adapters",
          open,
          "close one first: the uDAPL library cannot hold more in one process");
    }
  }

  static void close(NativeIa ia, Opened opened) {
    synchronized (OPEN) {
      ia.unshareAsync();
      if (ia.isPoisoned()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} stays open in the uDAPL library, which would end the process at the close: the"
                + " device refused an accept or the end of an EVD",
            ia);
        return;
      }
      OPEN.remove(ia);
      // Everything the program made is gone; what is left is the library's own, or was kept.
      try {
        NativeErrors.check(opened.library().close(), ia.where("close"), "dat_ia_close");
      } finally {
        releaseRoomOnSiw(opened.siw());
      }
    }
  }
}
