/**
 * A second reading of the RSM contract: random calls on a controller, compared with a model that
 * was written from the contract alone.
 */
package org.dat4j.conformance.rsm.stepper;
