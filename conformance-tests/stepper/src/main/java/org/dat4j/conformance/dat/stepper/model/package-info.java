/**
 * The model of an adapter: its objects, their states, what was posted, and which answers and events
 * the pages allow.
 *
 * <ul>
 *   <li>The tables, resources beside this package: {@link
 *       org.dat4j.conformance.dat.stepper.model.ModelTables}, {@link
 *       org.dat4j.conformance.dat.stepper.model.AllowedReturns}, {@link
 *       org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities}.
 *   <li>The objects: {@link org.dat4j.conformance.dat.stepper.model.AdapterModel} holds an {@link
 *       org.dat4j.conformance.dat.stepper.model.ObjectSet} of each kind of {@link
 *       org.dat4j.conformance.dat.stepper.model.ModelObject}.
 *   <li>What is under way: {@link org.dat4j.conformance.dat.stepper.model.ConnectionModel}, {@link
 *       org.dat4j.conformance.dat.stepper.model.TransferModel}, {@link
 *       org.dat4j.conformance.dat.stepper.model.EventModel}.
 * </ul>
 *
 * <p>The model of one session is used by its thread only. The steps, the pairs and the sessions of
 * the DAT stepper depend on this package. It depends on the kit of the steppers, and makes no calls
 * of the adapter but through {@code AdapterModel}.
 */
package org.dat4j.conformance.dat.stepper.model;
