package org.dat4j.dat.spi;

import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;

/**
 * The checked arguments of a memory registration (LMR), as the provider gets them.
 *
 * @param memType kind of memory
 * @param region what to register
 * @param length bytes from the region's start; all of it where the region is another LMR
 * @param pz the PZ
 * @param privileges bits of {@link org.dat4j.dat.MemPriv}
 */
public record LmrSpec(
    MemType memType, RegionDescription region, long length, AbstractPz pz, int privileges) {}
