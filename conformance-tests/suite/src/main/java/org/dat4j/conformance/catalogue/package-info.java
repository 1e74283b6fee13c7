/**
 * The clause catalogue of a contract: one row per requirement, its capability gate, and the known
 * deviations of a backend.
 *
 * <p>A catalogue is a tab-separated resource that is maintained in this module. Clause ids are
 * stable; a changed text raises the row's revision.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.catalogue;
