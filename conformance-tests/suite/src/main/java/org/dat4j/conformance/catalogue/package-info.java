/**
 * The clause catalogue of a contract: one row per requirement, its capability gate, and the known
 * deviations of a backend.
 *
 * <p>A catalogue is a tab-separated resource that is maintained in this module. Clause ids are
 * stable; a changed text raises the row's revision.
 *
 * <ul>
 *   <li>Clauses: {@link org.dat4j.conformance.catalogue.Catalogue} has them all; each {@link
 *       org.dat4j.conformance.catalogue.Clause} has a {@link
 *       org.dat4j.conformance.catalogue.ClauseKind} and a {@link
 *       org.dat4j.conformance.catalogue.CapabilityGate}, which asks the {@link
 *       org.dat4j.conformance.catalogue.Capabilities} of the backend.
 *   <li>Known failures: {@link org.dat4j.conformance.catalogue.Deviations} reads the lines of a
 *       backend's file, each a {@link org.dat4j.conformance.catalogue.Deviation}.
 *   <li>Dimensions: {@link org.dat4j.conformance.catalogue.LeftOutKinds} says in which kinds the
 *       suite does not vary a clause, and why.
 *   <li>Files: {@link org.dat4j.conformance.catalogue.TsvReader} reads them; {@link
 *       org.dat4j.conformance.catalogue.CatalogueException} says what is wrong with one.
 * </ul>
 *
 * <p>All objects are immutable, so any thread may use them. Nothing here starts a thread or takes a
 * lock.
 *
 * <p>Every other part of the suite, mutants, stepper and the commands of {@code dat-tools} may
 * depend on this package. It depends on {@code dimension} for the six kinds.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.catalogue;
