package org.dat4j.dat;

/**
 * The entry point of DAT for programs: opens adapters by name in the registry of this process, and
 * gives the texts of return codes. Everything else is reached through objects; a program that wants
 * its own configuration or class loader makes a {@link DatRegistry}.
 */
public final class Dat {

  private Dat() {}

  /** Made when first asked for, and kept as soon as it has a provider. */
  private static final class Default {
    private static DatRegistry kept;

    static synchronized DatRegistry get() {
      DatRegistry registry = kept;
      if (registry == null) {
        registry = DatRegistry.builder().build();
        kept = registry.isEmpty() ? null : registry;
      }
      return registry;
    }
  }

  /**
   * The registry made from the settings of this process when it was first asked for. It reads the
   * file named by {@code -Ddat4j.conf}, else by the environment variable DAT_OVERRIDE, else {@code
   * /etc/dat.conf}. Its providers are those of the asking thread's context class loader and of the
   * loader of this class. Any thread.
   *
   * @return always the same object, unless no provider was found: then the next call looks again
   */
  public static DatRegistry registry() {
    return Default.get();
  }

  /**
   * Opens an adapter of the process default; see {@link DatRegistry#openIa(String)}.
   *
   * @param name name of the adapter
   * @return a new instance, to be closed by the caller
   * @throws DatException as {@link DatRegistry#openIa(String, int, Evd)}
   */
  public static Ia openIa(String name) {
    return registry().openIa(name);
  }

  /**
   * Returns the texts of a return code. Any thread.
   *
   * @param code a bare type or a whole code, see {@link DatReturn}
   * @return the texts of its type and subtype
   * @throws DatException DAT_INVALID_PARAMETER if the type or the subtype is undefined
   */
  @ManPage("dat_strerror")
  public static DatMessage strerror(int code) {
    return Strerror.of(code);
  }
}
