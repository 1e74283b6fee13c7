/** The clauses of RSM. */
package org.dat4j.conformance.rsm;
