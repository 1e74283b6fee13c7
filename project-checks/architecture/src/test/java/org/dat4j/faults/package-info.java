/**
 * Faults at every place where resources are taken: an agent makes the n-th allocation, start of a
 * thread, channel call or native call of our classes throw, for each n and each call of a life
 * cycle, and then for each n of what the service threads do meanwhile. The places are found in the
 * byte code, none is listed; how many there are and how many were passed is printed.
 */
package org.dat4j.faults;
