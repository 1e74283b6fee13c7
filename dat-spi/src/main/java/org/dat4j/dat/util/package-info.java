/**
 * A helper that keeps small programs small: endpoints with what they need, connecting, awaiting one
 * event, exchanging contexts. It adds nothing to the contract and hides nothing of it: every object
 * it makes can be had as the contract's own, and it starts no thread.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.util;
