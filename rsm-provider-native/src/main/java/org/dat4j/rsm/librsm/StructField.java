package org.dat4j.rsm.librsm;

/**
 * The offset and size of a member of a C structure. It is a record, so that the compiler folds the
 * components of a constant one.
 *
 * @param offset bytes from the start of the structure
 * @param size bytes of the member
 */
record StructField(int offset, int size) {}
