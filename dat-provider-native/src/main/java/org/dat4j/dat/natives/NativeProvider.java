package org.dat4j.dat.natives;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.NativeUnavailableException;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * The machine's uDAPL library ({@code libdat2.so.2}; on Solaris {@code libdat.so.1}) and the
 * devices it reaches. Serves the entries of dat.conf whose lib_path is a native library.
 */
public final class NativeProvider extends DatProvider {

  private static final Pattern LIBRARY = Pattern.compile("(.*/)?[^/]+\\.so(\\.\\d+)*");

  private final Path root;
  private final Diagnosis diagnosis;

  /** For ServiceLoader. */
  public NativeProvider() {
    this(Path.of("/"));
  }

  /**
   * For a machine.
   *
   * @param root where its {@code sys}, {@code dev} and {@code proc} are
   */
  NativeProvider(Path root) {
    this.root = root;
    this.diagnosis = new Diagnosis(root, Abi.current(), new HostAddresses());
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
    return "0.1";
  }

  /**
   * Whether this provider serves entries with a certain lib_path.
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
    return OpenAdapters.open(this, request, root, type -> diagnosis.remedy(entry, type, conf));
  }
}
