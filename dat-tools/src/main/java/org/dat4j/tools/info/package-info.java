/**
 * The commands {@code info} and {@code why}: what the registry offers, which provider serves a
 * name, and what answers at an address ({@code TrialConnection}). One thread, no data is moved;
 * only the command line depends on this package.
 */
package org.dat4j.tools.info;
