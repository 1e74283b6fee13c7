/**
 * Races of the software skeleton's building blocks, run by jcstress. In the package of the
 * skeleton, as the blocks are its own.
 */
package org.dat4j.dat.spi.software;
