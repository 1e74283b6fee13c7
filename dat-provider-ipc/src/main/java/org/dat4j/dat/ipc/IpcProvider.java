package org.dat4j.dat.ipc;

import java.io.IOException;
import java.util.List;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ipc.PrivateFolder.UnusableFolderException;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.BuildInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/**
 * The provider of the backend ipc, whose DAT adapters connect processes of one user on one machine
 * through rings in shared memory.
 */
public final class IpcProvider extends DatProvider {

  private static final String OPEN = "DatRegistry.openIa";

  /** Bytes of private data that a request or an accept carries. */
  static final int MAX_PRIVATE_DATA = 504;

  private final HazardDomain hazards = new HazardDomain();

  /** Makes a provider; called by ServiceLoader. */
  public IpcProvider() {}

  @Override
  public String id() {
    return "ipc";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return BuildInfo.version();
  }

  @Override
  public String vendor() {
    return BuildInfo.VENDOR;
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("ipc0", id(), ""));
  }

  @Override
  public List<ProviderSetting> settings() {
    return IpcSettings.declarations();
  }

  /** The folder of the links belongs to one user and has the mode 0700. */
  @Override
  public boolean reachesOtherUsers() {
    return false;
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    try {
      IpcSettings settings = IpcSettings.parse(entry.iaParams());
      PrivateFolder.check(settings.folder());
      return ProbeResult.available("shared memory of this user in " + settings.folder());
    } catch (InvalidSettingException e) {
      return e.finding();
    } catch (IOException | UnsupportedOperationException e) {
      Shortage shortage = Shortage.of(e);
      return shortage == null
          ? ProbeResult.unavailable(reason(e), remedy(e))
          : ProbeResult.unavailable("no " + shortage.what() + " left", shortage.remedy());
    }
  }

  private static String reason(Exception failure) {
    return failure instanceof UnusableFolderException
        ? failure.getMessage()
        : "the folder cannot be used: " + failure;
  }

  private static String remedy(Exception failure) {
    return failure instanceof UnusableFolderException unusable
        ? unusable.remedy()
        : "set folder= to a folder of this user alone";
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    IpcFabric fabric;
    try {
      IpcSettings settings = IpcSettings.parse(entry.iaParams());
      fabric = IpcFabric.open(entry.iaName(), settings);
    } catch (InvalidSettingException e) {
      throw e.refusal(entry);
    } catch (IOException | UnsupportedOperationException e) {
      Shortage shortage = Shortage.of(e);
      if (shortage != null) {
        throw shortage.refusal(OPEN, e);
      }
      throw Errors.parameter(OPEN, 1, "folder", reason(e), remedy(e));
    } catch (RuntimeException | Error e) {
      throw Shortage.thrown(OPEN, e);
    }
    try {
      IaAttr iaAttr =
          SoftIa.iaAttributes(entry.iaName(), fabric).toBuilder()
              .maxRdmaReadPerEpIn(TurnHandover.READ_DEPTH)
              .maxRdmaReadPerEpOut(TurnHandover.READ_DEPTH)
              .build();
      ProviderAttr providerAttr = SoftIa.providerAttributes(this, MAX_PRIVATE_DATA);
      return new SoftIa(this, request, fabric, hazards, iaAttr, providerAttr);
    } catch (RuntimeException | Error e) {
      fabric.close();
      throw Shortage.thrown(OPEN, e);
    }
  }
}
