/**
 * RSM on the library of Solaris and illumos, {@code librsm.so.2}, bound by JNA direct mapping in a
 * 64-bit process.
 *
 * <p>{@link org.dat4j.rsm.natives.librsm.RsmLibrary} finds the library, {@link
 * org.dat4j.rsm.natives.librsm.LibRsm} has its functions, {@link
 * org.dat4j.rsm.natives.librsm.Layouts} says where members of its structures are. The rest makes
 * controllers, segments and signals of them.
 *
 * <p>All this comes from facts: names, arguments and structures of the headers, the pages, and what
 * the open source of the library does. No Solaris machine was met. The tests run on a double built
 * from the same facts; they prove agreement with them, not that it works there.
 */
package org.dat4j.rsm.natives.librsm;
