package org.dat4j.rsm.librsm;

/**
 * The place of one member in a C structure of librsm: its offset and its size. It is a record, so
 * that the compiler folds the components of a constant one.
 *
 * @param offset bytes from the start of the structure
 * @param size bytes of the member
 */
record StructField(int offset, int size) {}
