/**
 * How names become providers: the reader of dat.conf, the discovery of providers, the match of an
 * entry and the explanation of the outcome. Not exported; {@link org.dat4j.dat.DatRegistry} is the
 * face.
 */
package org.dat4j.dat.registry;
