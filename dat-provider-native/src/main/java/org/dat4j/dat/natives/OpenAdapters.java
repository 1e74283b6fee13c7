package org.dat4j.dat.natives;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaField;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProviderField;
import org.dat4j.dat.natives.abi.AttrLayout;
import org.dat4j.dat.natives.abi.DatLibrary;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Masks;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The adapters of this process. The library's table of them is changed by every open and close
 * without its lock, and moves when the 64th is opened, so both happen one at a time here and the
 * 64th is refused. Open adapters are held: the device writes to their memory whether or not the
 * program still refers to them.
 */
final class OpenAdapters {

  private static final int MOST = 63;
  private static final String WHERE = "DatRegistry.openIa";

  private static final System.Logger LOG = System.getLogger(OpenAdapters.class.getName());
  private static final Set<NativeIa> OPEN = new HashSet<>();
  private static final SiwQueues SIW = new SiwQueues();

  private OpenAdapters() {}

  /**
   * The library's part of an open adapter.
   *
   * @param library the adapter there
   * @param iaAttr attributes
   * @param providerAttr attributes
   * @param srqs whether there are shared receive queues
   * @param siw its device on soft iWARP, empty on others
   * @param softRoce whether its device is soft RoCE
   */
  record Opened(
      LibraryIa library,
      IaAttr iaAttr,
      ProviderAttr providerAttr,
      SrqOffer srqs,
      String siw,
      boolean softRoce) {}

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
    LibraryIa library = LibraryIa.open(entry.iaName(), request.asyncEvdMinQlen(), WHERE, remedy);
    String siw = "";
    try {
      ProviderLibraries.keep(entry.libPath());
      UsedParts used = new UsedParts(root, DatLibrary.wanted(), entry.libPath());
      NativeMemory ia = NativeMemory.allocate(AttrLayout.IaAttr.SIZE);
      NativeMemory provider = NativeMemory.allocate(AttrLayout.ProviderAttr.SIZE);
      query(library, ia, provider);
      IaAttr iaAttr = Attributes.adapter(ia, entry.iaName());
      ProviderAttr providerAttr = Attributes.provider(provider, used);
      siw = takeRoomOnSiw(used.siwDevice(providerAttr), entry, remedy);
      SrqOffer srqs = SrqOffer.of(library.handle(), iaAttr);
      return new Opened(
          library,
          srqs.declare(iaAttr),
          srqs.declare(providerAttr),
          srqs,
          siw,
          used.isSoftRoce(providerAttr));
    } catch (RuntimeException | Error e) {
      library.close();
      releaseRoomOnSiw(siw);
      throw e;
    }
  }

  private static void query(LibraryIa library, NativeMemory ia, NativeMemory provider) {
    int ret =
        LibDat.dat_ia_query(
            library.handle(),
            0,
            Masks.ia(IaField.ALL),
            ia.address(),
            Masks.provider(ProviderField.ALL),
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

  /** Whether the library's table has room for another adapter, beside those that are opening. */
  private static void checkRoom(int opening) {
    int open = OPEN.size() + SIW.adapters();
    if (open + opening >= MOST) {
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
      if (ia.isLost()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} stays open in the uDAPL library, which would end the process at the close: the"
                + " device refused an accept or the end of a dispatcher",
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
