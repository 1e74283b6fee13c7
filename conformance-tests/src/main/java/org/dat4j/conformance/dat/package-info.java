/**
 * The DAT clauses: one test class per manual page, against the interfaces of {@code org.dat4j.dat}
 * only, the same for every provider.
 */
package org.dat4j.conformance.dat;
