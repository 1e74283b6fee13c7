package org.dat4j.dat.natives;

import java.lang.ref.Reference;
import java.util.function.IntFunction;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.Field;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.Errors;

/**
 * An open adapter of the library. Opens and closes are for one thread at a time.
 *
 * @param handle its number in the library
 * @param asyncEvd its asynchronous dispatcher
 */
record LibraryIa(long handle, long asyncEvd) {

  private static final int NOT_THREAD_SAFE = 0;
  private static final int NAME_SIZE = 256;

  /**
   * Opens one.
   *
   * @param name as dat.conf has it
   * @param asyncEvdMinQlen events its asynchronous dispatcher has room for
   * @param where the call that opens it
   * @param remedy tells by the type of a refusal what to do
   */
  static LibraryIa open(
      String name, int asyncEvdMinQlen, String where, IntFunction<String> remedy) {
    NativeMemory text = NativeMemory.allocate(NAME_SIZE);
    try {
      text.setText(new Field(0, NAME_SIZE), name);
    } catch (IllegalArgumentException e) {
      throw Errors.parameter(
          where, 1, "name", name, "the uDAPL library takes 1 to 255 Latin-1 characters");
    }
    Out out = new Out();
    // Never another adapter's dispatcher: libdapl's dapls_ia_free asserts that an adapter that is
    // closed has none, and only one that the open has made is taken off before.
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
    if (!Ret.isSuccess(ret)) {
      throw NativeErrors.of(ret, where, "dat_ia_openv", remedy.apply(Ret.type(ret)));
    }
    return new LibraryIa(out.getLong(1), out.getLong(0));
  }

  /**
   * Closes it, with all that was made of it.
   *
   * @return what the library answers
   */
  int close() {
    return LibDat.dat_ia_close(handle, CloseFlags.ABRUPT.value());
  }
}
