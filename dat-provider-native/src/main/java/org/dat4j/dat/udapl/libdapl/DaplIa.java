package org.dat4j.dat.udapl.libdapl;

import java.lang.ref.Reference;
import java.util.function.IntFunction;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.Field;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * The handle of an IA that libdapl has opened, with the calls that open and close it, beneath the
 * native backend's adapter (NativeIa). Opens and closes are for one thread at a time.
 *
 * @param handle its number in the library
 * @param asyncEvd its asynchronous EVD
 */
public record DaplIa(long handle, long asyncEvd) {

  private static final int NOT_THREAD_SAFE = 0;
  private static final int NAME_SIZE = 256;

  /**
   * Opens an IA.
   *
   * @param name as dat.conf has it
   * @param asyncEvdMinQlen events its asynchronous EVD has room for
   * @param where the call that opens it
   * @param remedy returns what to do for the type of a refusal
   * @return the IA
   */
  public static DaplIa open(
      String name, int asyncEvdMinQlen, String where, IntFunction<String> remedy) {
    NativeMemory text = NativeMemory.allocate(NAME_SIZE);
    try {
      text.setText(new Field(0, NAME_SIZE), name);
    } catch (IllegalArgumentException e) {
      throw Errors.parameter(
          where, 1, "name", name, "the uDAPL library takes 1 to 255 Latin-1 characters");
    }
    OutParams out = new OutParams();
    // Never another adapter's EVD: dapls_ia_free asserts that a closed adapter has none, and only
    // one that the open has made is removed before.
    out.setLong(0, 0);
    int ret =
        LibDat.dat_ia_openv(
            text.address(),
            Math.max(1, asyncEvdMinQlen),
            out.address(0),
            out.address(1),
            Abi.current().major(),
            Abi.current().minor(),
            NOT_THREAD_SAFE);
    Reference.reachabilityFence(text);
    if (!ReturnCodes.isSuccess(ret)) {
      throw NativeErrors.of(ret, where, "dat_ia_openv", remedy.apply(ReturnCodes.type(ret)));
    }
    return new DaplIa(out.getLong(1), out.getLong(0));
  }

  /**
   * Closes the IA with all its objects.
   *
   * @return the library's return value
   */
  public int close() {
    return LibDat.dat_ia_close(handle, CloseFlags.ABRUPT.value());
  }
}
