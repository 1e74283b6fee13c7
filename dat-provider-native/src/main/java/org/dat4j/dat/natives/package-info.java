/**
 * The provider {@code native}: DAT on the machine's uDAPL library, on the first layer of the SPI.
 *
 * <p>{@link org.dat4j.dat.natives.NativeProvider} is all that others see. The raw binding is in
 * {@code org.dat4j.dat.natives.abi}, which says what the library does and what it does not survive;
 * here is the policy:
 *
 * <ul>
 *   <li>Opens and closes happen one at a time in a process, at most 63 adapters are open.
 *   <li>Every object makes sure that nobody is in a call of the library for it while it is freed.
 *   <li>Cookies of posts stay here; the library gets a number of ours, which also tells the
 *       endpoint.
 *   <li>What the library forgets is counted here: posts outstanding, room in dispatchers.
 *   <li>Waits are ours: the library is asked to sleep for 10 ms at most.
 *   <li>An endpoint is freed after its transfers have been flushed; one whose transfers cannot be
 *       is left to the close of the adapter.
 * </ul>
 */
package org.dat4j.dat.natives;
