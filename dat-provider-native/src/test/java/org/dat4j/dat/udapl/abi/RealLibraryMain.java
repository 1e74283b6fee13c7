package org.dat4j.dat.udapl.abi;

/** Asks the installed library what can be asked without a device; prints one line each. */
final class RealLibraryMain {

  private static final Field FIRST = new Field(0, 8);
  private static final Field SECOND = new Field(8, 8);
  private static final int PROVIDER_NOT_FOUND = 0x800a_0000;

  private RealLibraryMain() {}

  /**
   * Runs the questions.
   *
   * @param args none
   */
  public static void main(String[] args) {
    try {
      DatLibrary.load();
    } catch (NativeUnavailableException e) {
      System.out.println(e.reason() + " " + e.getMessage());
      return;
    }
    list();
    text();
    open();
  }

  private static void list() {
    NativeMemory info = NativeMemory.allocate(ParamLayout.ProviderInfo.SIZE);
    NativeMemory slots = NativeMemory.allocate(16);
    slots.setLong(FIRST, info.address());
    check(
        LibDat.dat_registry_list_providers(1, slots.address(SECOND), slots.address(FIRST)),
        "dat_registry_list_providers");
    System.out.println("count " + slots.getInt(SECOND.offset()));
    System.out.println(
        "entry "
            + info.getText(ParamLayout.ProviderInfo.IA_NAME)
            + " "
            + info.getInt(ParamLayout.ProviderInfo.DAPL_VERSION_MAJOR)
            + "."
            + info.getInt(ParamLayout.ProviderInfo.DAPL_VERSION_MINOR)
            + " threadsafe "
            + info.getInt(ParamLayout.ProviderInfo.IS_THREAD_SAFE));
  }

  private static void text() {
    NativeMemory out = NativeMemory.allocate(16);
    check(
        LibDat.dat_strerror(PROVIDER_NOT_FOUND, out.address(FIRST), out.address(SECOND)),
        "dat_strerror");
    System.out.println("text " + ForeignMemory.text(out.getLong(FIRST)));
  }

  private static void open() {
    NativeMemory name = NativeMemory.allocate(256);
    name.setText(new Field(0, 256), "nosuchname");
    NativeMemory out = NativeMemory.allocate(16);
    int ret =
        LibDat.dat_ia_openv(name.address(), 8, out.address(FIRST), out.address(SECOND), 2, 0, 0);
    System.out.println(
        "open type " + Integer.toHexString(Ret.type(ret)) + " subtype " + Ret.subtype(ret));
  }

  private static void check(int ret, String function) {
    if (!Ret.isSuccess(ret)) {
      throw new IllegalStateException(function + " returned " + Integer.toHexString(ret));
    }
  }
}
