package org.dat4j.dat.udapl;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.BuildInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.NativeUnavailableException;
import org.dat4j.dat.udapl.machine.DatConfFile;
import org.dat4j.dat.udapl.machine.Diagnosis;

/**
 * The provider of the {@code native} backend: opens the adapters of the machine's uDAPL library
 * ({@code libdat2.so.2}; on Solaris {@code libdat.so.1}). It serves the entries of dat.conf whose
 * lib_path is a native library.
 */
public final class NativeProvider extends DatProvider {

  private static final Pattern LIBRARY = Pattern.compile("(.*/)?[^/]+\\.so(\\.\\d+)*");

  private final Path root;
  private final Diagnosis diagnosis;

  /** Makes the provider for ServiceLoader. */
  public NativeProvider() {
    this(Path.of("/"));
  }

  /**
   * Makes the provider of a machine.
   *
   * @param root where its {@code sys}, {@code dev} and {@code proc} are
   */
  NativeProvider(Path root) {
    this.root = root;
    this.diagnosis = new Diagnosis(root, Abi.current());
  }

  @Override
  public String id() {
    return "native";
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

  /**
   * Tells whether this provider serves entries with a certain lib_path.
   *
   * @param libPath the field of dat.conf
   * @return true for the own id and for names of shared libraries, with or without folder and
   *     version, such as {@code libdaplofa.so.2}
   */
  @Override
  public boolean serves(String libPath) {
    return id().equals(libPath) || LIBRARY.matcher(libPath).matches();
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    return diagnosis.probe(entry);
  }

  @Override
  protected AbstractIa openIa(OpenRequest request) {
    RegistryEntry entry = request.entry();
    DatConfFile conf;
    try {
      conf = DatConfFile.load(entry);
    } catch (NativeUnavailableException e) {
      throw Errors.of(
          DatReturn.PROVIDER_NOT_FOUND,
          DatSubtype.NO_SUBTYPE,
          "DatRegistry.openIa",
          "lib_path",
          entry.libPath(),
          e.getMessage());
    }
    return OpenNativeAdapters.open(
        this, request, root, type -> diagnosis.remedy(entry, type, conf));
  }
}
