/**
 * The mutants of the RSM contract: controllers with one known fault each, made from the catalogue
 * and from tables.
 */
package org.dat4j.conformance.rsm.mutant;
