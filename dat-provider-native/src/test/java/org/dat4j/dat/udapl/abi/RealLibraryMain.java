package org.dat4j.dat.udapl.abi;

/** Opens an adapter that the installed library does not have; prints what it answers. */
final class RealLibraryMain {

  private static final Field FIRST = new Field(0, 8);
  private static final Field SECOND = new Field(8, 8);

  private RealLibraryMain() {}

  /**
   * Makes the call.
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
    open();
  }

  private static void open() {
    NativeMemory name = NativeMemory.allocate(256);
    name.setText(new Field(0, 256), "nosuchname");
    NativeMemory out = NativeMemory.allocate(16);
    int ret =
        LibDat.dat_ia_openv(name.address(), 8, out.address(FIRST), out.address(SECOND), 2, 0, 0);
    System.out.println(
        "open type "
            + Integer.toHexString(ReturnCodes.type(ret))
            + " subtype "
            + ReturnCodes.subtype(ret));
  }
}
