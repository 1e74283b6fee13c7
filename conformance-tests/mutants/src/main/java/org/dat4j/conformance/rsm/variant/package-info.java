/**
 * Honest variants of RSM providers, the opposite of mutants: layers that use freedoms which the
 * manual pages and the decisions leave to a provider. The suite must accept each of them; a failure
 * is a false word of the suite.
 *
 * <ul>
 *   <li>{@code RsmFreedom} is the table: each freedom with the page that allows it.
 *   <li>{@code HonestRsmVariants} is the service that the suite finds; {@code RsmVariantSource}
 *       makes registries whose calls go through a {@code RsmVariantLayer}.
 *   <li>The other classes change one group of calls each.
 * </ul>
 *
 * <p>The layer starts no thread. Its wrappers are as thread-safe as the objects they wrap. The
 * service loader finds {@code HonestRsmVariants}; nothing depends on this package. It depends on
 * the suite's fixtures and on the forwarding layer of the SPI.
 */
package org.dat4j.conformance.rsm.variant;
