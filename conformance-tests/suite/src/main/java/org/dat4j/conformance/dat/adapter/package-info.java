/**
 * Tests of the clauses about adapters: opening, querying and closing ({@code IaOpenClauses} and its
 * like), the registry and its file ({@code RegistryListClauses}, {@code DatConfClauses}),
 * providers, constants, error texts and handles.
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture and the base {@code connection.ServicePointTest}; nothing depends on this package.
 */
package org.dat4j.conformance.dat.adapter;
