/** The loopback provider: what a provider adds to the software skeleton, at its smallest. */
package org.dat4j.dat.loopback;
