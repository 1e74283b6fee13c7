package org.dat4j.rsm.natives.librsm;

/**
 * Place of a member in a C structure. A record, as the compiler folds the components of one that a
 * static final variable holds.
 *
 * @param offset octets from the start of the structure
 * @param size octets of the member
 */
record Field(int offset, int size) {}
