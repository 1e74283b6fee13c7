/**
 * Tests of the clauses about adapters: opening, querying and closing ({@code Ia*}), the registry
 * and its file ({@code Registry*}, {@code DatConf}), providers, constants, error texts and handles.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture and the base {@code connection.ServicePointTest}; nothing depends on this package.
 */
package org.dat4j.conformance.dat.adapter;
