package org.dat4j.dat.udapl.abi;

/**
 * The two binary interfaces of the uDAPL library, 1.2 and 2.0, of which the native backend uses one
 * in each process. It is chosen before the library is loaded: that of the operating system, unless
 * the system property {@value #PROPERTY} names the other.
 */
public enum Abi {
  /** Solaris and illumos: {@code libdat.so.1}, with the structures and numbers of the contract. */
  DAT_1_2("1.2", "libdat.so.1"),
  /** Linux: {@code libdat2.so.2}. */
  DAT_2_0("2.0", "libdat2.so.2");

  /** System property: {@code 1.2} or {@code 2.0}; anything else counts as not set. */
  public static final String PROPERTY = "dat4j.dat.abi";

  // Final and static, so that the compiler folds what depends on it.
  private static final Abi CURRENT =
      of(System.getProperty(PROPERTY), System.getProperty("os.name"));

  private final String version;
  private final String library;

  Abi(String version, String library) {
    this.version = version;
    this.library = library;
  }

  /**
   * Returns the ABI of this process.
   *
   * @return the same at every call
   */
  public static Abi current() {
    return CURRENT;
  }

  /**
   * Chooses the ABI.
   *
   * @param asked value of {@value #PROPERTY}; may be null
   * @param os value of os.name
   */
  static Abi of(String asked, String os) {
    for (Abi abi : values()) {
      if (abi.version.equals(asked)) {
        return abi;
      }
    }
    return os.startsWith("SunOS") ? DAT_1_2 : DAT_2_0;
  }

  /**
   * Returns the version, as dat.conf has it behind the {@code u}.
   *
   * @return {@code 1.2} or {@code 2.0}
   */
  public String version() {
    return version;
  }

  /**
   * Returns the first number of the version.
   *
   * @return 1 or 2
   */
  public int major() {
    return version.charAt(0) - '0';
  }

  /**
   * Returns the second number of the version.
   *
   * @return 2 or 0
   */
  public int minor() {
    return version.charAt(2) - '0';
  }

  /**
   * Returns the file name of the library that has this ABI.
   *
   * @return {@code libdat.so.1} or {@code libdat2.so.2}
   */
  public String library() {
    return library;
  }

  /** Returns the number that belongs to the ABI of this process. */
  static int pick(int in12, int in20) {
    return CURRENT == DAT_1_2 ? in12 : in20;
  }
}
