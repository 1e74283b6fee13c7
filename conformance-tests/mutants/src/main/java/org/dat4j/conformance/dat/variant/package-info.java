/**
 * Honest variants of DAT providers, the opposite of mutants: layers that use freedoms which the
 * manual pages leave to a provider. The suite must accept each of them; a failure is a false word
 * of the suite.
 *
 * <ul>
 *   <li>{@code DatFreedom} is the table: each freedom with the page that allows it.
 *   <li>{@code HonestDatVariants} is the service that the suite finds; {@code DatVariantSource}
 *       opens adapters behind a {@code DatVariantLayer}.
 *   <li>The other classes wrap one kind of object each.
 * </ul>
 *
 * <p>The layer starts no thread. Its wrappers are as thread-safe as the objects they wrap. The
 * service loader finds {@code HonestDatVariants}; nothing depends on this package. It depends on
 * the suite's fixtures and on the forwarding layer of the SPI.
 */
package org.dat4j.conformance.dat.variant;
