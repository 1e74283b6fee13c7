/**
 * A second reading of the DAT contract: random calls, right and wrong, on one adapter, each answer
 * and each event compared with a model that knows only the pages (its tables are the resources
 * beside this package). {@link org.dat4j.conformance.stepper.Stepper} is the entrance.
 */
package org.dat4j.conformance.stepper;
