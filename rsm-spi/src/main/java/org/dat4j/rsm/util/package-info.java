/**
 * Helpers for small RSM programs: connects that are tried again, transfers of single values, and
 * codes turned into exceptions. They use the contract only, have no threads and no locks, and hide
 * none of its objects.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm.util;
