/**
 * Tests of the clauses about adapters, by role:
 *
 * <ul>
 *   <li>opening and querying: {@code IaOpenClauses}, {@code IaOpenRegistryClauses}, {@code
 *       IaAsyncEvdClauses}, {@code IaQueryClauses}, {@code IaMemoryAttrClauses}, {@code
 *       IaGuaranteeClauses};
 *   <li>closing: {@code IaCloseClauses}, {@code IaCloseHistoryClauses}, {@code
 *       IaCloseOthersClauses};
 *   <li>the registry, its file and its providers: {@code RegistryListClauses}, {@code
 *       RegistryAddClauses}, {@code ProviderLifecycleClauses}, {@code DatConfClauses}, on the base
 *       {@code RegistryTest};
 *   <li>what all objects share: {@code ConsumerContextClauses}, {@code HeaderConstantsClauses},
 *       {@code StrerrorClauses}.
 * </ul>
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture and the base {@code connection.ServicePointTest}; nothing depends on this package.
 */
package org.dat4j.conformance.dat.adapter;
