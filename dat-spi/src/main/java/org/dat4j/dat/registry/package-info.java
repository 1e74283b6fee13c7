/**
 * The way from names to providers: the reader of dat.conf, the discovery of providers, the match of
 * an entry and the explanation of the outcome. Not exported; {@link org.dat4j.dat.DatRegistry} is
 * the face.
 *
 * <ul>
 *   <li>Registry file: {@link org.dat4j.dat.registry.RegistryFile} finds it, {@link
 *       org.dat4j.dat.registry.DatConfParser} reads it with {@code LineScanner}, and {@link
 *       org.dat4j.dat.registry.DatConf} is its content.
 *   <li>Providers: {@link org.dat4j.dat.registry.Providers} finds them by the service loader, with
 *       {@code BrokenJars} for jars that cannot be read.
 *   <li>Entries: {@link org.dat4j.dat.registry.StaticRegistry} joins file and built-in entries;
 *       each {@link org.dat4j.dat.registry.RegisteredAdapter} counts its opens in an {@code
 *       EntryUse}.
 *   <li>Opens: {@link org.dat4j.dat.registry.Selection} matches an {@link
 *       org.dat4j.dat.registry.AdapterRequest}, {@link org.dat4j.dat.registry.OpenOperation} opens,
 *       and {@link org.dat4j.dat.registry.LayerChain} finds the adapter below a layer.
 *   <li>Explanations: {@link org.dat4j.dat.registry.Explainer} makes them, {@link
 *       org.dat4j.dat.registry.ExplanationText} writes them.
 * </ul>
 *
 * <p>Threads and locks: the package starts no thread. The thread that builds a registry reads files
 * and finds providers; afterwards any thread opens. A lock for each entry guards the provider's
 * init and fini, so an open waits for the fini before it.
 *
 * <p>The contract's package {@code org.dat4j.dat} alone depends on this package. It depends on the
 * contract and the SPI.
 */
package org.dat4j.dat.registry;
