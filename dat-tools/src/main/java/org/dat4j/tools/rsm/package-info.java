/** {@code dat4j rsm}: what there is of remote shared memory, and how fast it is. */
package org.dat4j.tools.rsm;
