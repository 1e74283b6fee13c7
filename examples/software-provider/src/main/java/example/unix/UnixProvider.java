package example.unix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.InvalidSettingException;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/** A provider whose adapters connect processes of one machine through Unix domain sockets. */
public final class UnixProvider extends DatProvider {

  /** Bytes of private data that a request or an accept carries. */
  static final int MAX_PRIVATE_DATA = 256;

  /** Peers of other users are kept out: what a peer sends is trusted. */
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private static final String OPEN = "DatRegistry.openIa";

  private final HazardDomain hazards = new HazardDomain();

  /** Makes a provider; called by ServiceLoader. */
  public UnixProvider() {}

  @Override
  public String id() {
    return "unix";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public String version() {
    return "1.0";
  }

  @Override
  public List<RegistryEntry> builtIns() {
    return List.of(RegistryEntry.builtIn("unix0", id(), ""));
  }

  @Override
  public List<ProviderSetting> settings() {
    String byDefault =
        System.getProperty("java.io.tmpdir") + "/dat4j-unix-" + System.getProperty("user.name");
    return List.of(
        ProviderSetting.text(
            "directory", "PATH", byDefault, "folder of the sockets, for this user only"));
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    try {
      Path directory = directory(entry);
      return ProbeResult.available("Unix domain sockets in " + directory);
    } catch (InvalidSettingException e) {
      return e.finding();
    }
  }

  private Path directory(RegistryEntry entry) {
    return Path.of(SettingValues.parse(entry.iaParams(), settings()).text("directory"));
  }

  @Override
  protected Ia openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    UnixFabric fabric;
    try {
      fabric = new UnixFabric(entry.iaName(), privateFolder(directory(entry)));
    } catch (InvalidSettingException e) {
      throw e.refusal(entry);
    } catch (IOException e) {
      Shortage shortage = Shortage.of(e);
      throw shortage != null
          ? shortage.refusal(OPEN, e)
          : Errors.parameter(OPEN, 1, "directory", e.getMessage(), "name a folder of your own");
    } catch (RuntimeException | Error e) {
      throw Shortage.thrown(OPEN, e);
    }
    try {
      IaAttr iaAttr =
          SoftIa.iaAttributes(entry.iaName(), fabric).toBuilder()
              .maxRdmaReadPerEpIn(TurnExchange.READ_DEPTH)
              .maxRdmaReadPerEpOut(TurnExchange.READ_DEPTH)
              .build();
      ProviderAttr providerAttr = SoftIa.providerAttributes(this, MAX_PRIVATE_DATA);
      return new SoftIa(this, request, fabric, hazards, iaAttr, providerAttr);
    } catch (RuntimeException | Error e) {
      fabric.close();
      throw Shortage.thrown(OPEN, e);
    }
  }

  private static Path privateFolder(Path directory) throws IOException {
    Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    if (!Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
      throw new IOException(directory + " is open to other users");
    }
    return directory;
  }
}
