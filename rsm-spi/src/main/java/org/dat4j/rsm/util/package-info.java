/**
 * Helpers for small RSM programs: connects that are tried again, transfers of single values, and
 * codes turned into exceptions. They use the contract only and hide none of its objects.
 *
 * <p>{@link org.dat4j.rsm.util.Rsms} is the entry point: it connects until the exporter is there,
 * and turns codes into exceptions and back. {@link org.dat4j.rsm.util.ImportedWords} reads and
 * writes single words of an import, one call for each.
 *
 * <p>They have no threads and no locks. An object of {@code ImportedWords} is for one thread at a
 * time.
 *
 * <p>Programs depend on this package; no other module does.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm.util;
