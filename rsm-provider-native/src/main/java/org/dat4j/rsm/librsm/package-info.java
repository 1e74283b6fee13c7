/**
 * RSM on the library of Solaris and illumos, {@code librsm.so.2}, bound by JNA direct mapping in a
 * 64-bit process.
 *
 * <ul>
 *   <li>Provider and contract objects: {@code LibrsmProvider}, {@code LibrsmController}, {@code
 *       LibrsmExport}, {@code LibrsmImport}, with {@code ImportBarriers}, {@code LibraryMapping},
 *       {@code ItemTransfer}.
 *   <li>Binding: {@code LibraryLoader} finds the library, {@code LibRsm} has its functions, {@code
 *       StructLayouts} the offsets in its structures, {@code SystemCalls} some of the C library.
 *   <li>Handles of the library: {@code LibraryHandle}, {@code LibraryConnection}, {@code
 *       LibraryFailures}.
 *   <li>Memory for arguments: {@code NativeBlock}, {@code StagingBuffer}, {@code IoVectorMemory}.
 *   <li>Signals: {@code LibrarySignals}, {@code SignalThread}.
 * </ul>
 *
 * <p>Threads: one {@code SignalThread} while segments are polled. All other calls run on the
 * program's thread. A {@code LibraryHandle} counts its calls; barriers and signals guard their
 * state by their monitor. Nothing depends on this package.
 *
 * <p>The binding was written from facts: names, arguments and structures of the headers, the pages,
 * and what the open source of the library does. It was not run on a Solaris machine. The tests run
 * on a double built from the same facts; they prove agreement with the facts only.
 */
package org.dat4j.rsm.librsm;
