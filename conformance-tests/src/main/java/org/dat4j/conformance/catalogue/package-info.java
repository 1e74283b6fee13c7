/**
 * The clause catalogue of a contract: one row per requirement, its capability gate, and the known
 * deviations of a backend.
 *
 * <p>A catalogue is a tab-separated resource that is maintained in this module. Clause ids are
 * stable; a changed text raises the row's revision.
 */
package org.dat4j.conformance.catalogue;
