package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaField;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProviderField;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.AttrLayout;
import org.dat4j.dat.natives.abi.Field;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Masks;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.Ret;
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
  private static final int NOT_THREAD_SAFE = 0;
  private static final int ABRUPT = 0;
  private static final int NAME_SIZE = 256;
  private static final String WHERE = "DatRegistry.openIa";

  private static final System.Logger LOG = System.getLogger(OpenAdapters.class.getName());
  private static final Set<NativeIa> OPEN = new HashSet<>();

  private OpenAdapters() {}

  /**
   * The library's part of an open adapter.
   *
   * @param handle its number in the library
   * @param asyncEvd its asynchronous dispatcher
   * @param iaAttr attributes
   * @param providerAttr attributes
   * @param srqs whether there are shared receive queues
   */
  record Opened(
      long handle, long asyncEvd, IaAttr iaAttr, ProviderAttr providerAttr, SrqOffer srqs) {}

  /**
   * Opens an adapter.
   *
   * @param remedy tells by the type of a refusal what to do
   */
  static NativeIa open(NativeProvider provider, OpenRequest request, IntFunction<String> remedy) {
    synchronized (OPEN) {
      if (OPEN.size() >= MOST) {
        throw Errors.resources(
            WHERE,
            DatSubtype.RESOURCE_DEVICE,
            "open adapters",
            OPEN.size(),
            "close one first: the uDAPL library cannot hold more in one process");
      }
      NativeIa ia = new NativeIa(provider, request, openNow(request, remedy));
      OPEN.add(ia);
      ia.shareAsync();
      return ia;
    }
  }

  private static Opened openNow(OpenRequest request, IntFunction<String> remedy) {
    String name = request.entry().iaName();
    NativeMemory text = NativeMemory.allocate(NAME_SIZE);
    try {
      text.setText(new Field(0, NAME_SIZE), name);
    } catch (IllegalArgumentException e) {
      throw Errors.parameter(
          WHERE, 1, "name", name, "the uDAPL library takes 1 to 255 Latin-1 characters");
    }
    Out out = new Out();
    // Never another adapter's dispatcher: libdapl's dapls_ia_free asserts that an adapter that is
    // closed has none, and only one that the open has made is taken off before.
    out.setLong(0, 0);
    int ret =
        LibDat.dat_ia_openv(
            text.address(),
            Math.max(1, request.asyncEvdMinQlen()),
            out.address(0),
            out.address(1),
            Abi.current().major(),
            Abi.current().minor(),
            NOT_THREAD_SAFE);
    Reference.reachabilityFence(text);
    long asyncEvd = out.getLong(0);
    long handle = out.getLong(1);
    if (!Ret.isSuccess(ret)) {
      throw NativeErrors.of(ret, WHERE, "dat_ia_openv", remedy.apply(Ret.type(ret)));
    }
    try {
      return query(handle, asyncEvd, request.entry());
    } catch (RuntimeException | Error e) {
      LibDat.dat_ia_close(handle, ABRUPT);
      throw e;
    }
  }

  private static Opened query(long handle, long asyncEvd, RegistryEntry entry) {
    NativeMemory ia = NativeMemory.allocate(AttrLayout.IaAttr.SIZE);
    NativeMemory provider = NativeMemory.allocate(AttrLayout.ProviderAttr.SIZE);
    int ret =
        LibDat.dat_ia_query(
            handle,
            0,
            Masks.ia(IaField.ALL),
            ia.address(),
            Masks.provider(ProviderField.ALL),
            provider.address());
    NativeErrors.check(ret, WHERE, "dat_ia_query");
    IaAttr iaAttr = Attributes.adapter(ia, entry.iaName());
    ProviderAttr providerAttr = Attributes.provider(provider, UsedParts.of(entry));
    SrqOffer srqs =
        Attributes.completesLocally(providerAttr) ? SrqOffer.NONE : SrqOffer.of(handle, iaAttr);
    return new Opened(handle, asyncEvd, srqs.declare(iaAttr), srqs.declare(providerAttr), srqs);
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
      NativeErrors.check(
          LibDat.dat_ia_close(opened.handle(), ABRUPT), ia.where("close"), "dat_ia_close");
    }
  }
}
