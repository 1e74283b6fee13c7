/**
 * Tests of the clauses about memory, by role:
 *
 * <ul>
 *   <li>PZs: {@code PzClauses};
 *   <li>registrations: {@code LmrCreateClauses}, {@code LmrTypeClauses}, {@code LmrQueryClauses},
 *       {@code LmrSyncClauses}, {@code LmrFreeClauses}, {@code LmrAccessClauses}, {@code
 *       LmrSituationClauses};
 *   <li>RMRs: {@code RmrClauses}, {@code RmrBindClauses}, {@code RmrBindOrderClauses}, {@code
 *       BindSequenceClauses}, {@code RmrAccessClauses}, {@code RmrSituationClauses};
 *   <li>LMRs and RMRs of any size and number: {@code MemoryObjectClauses};
 *   <li>contexts that name nothing: {@code UnknownContextClauses};
 *   <li>the use that objects make of others: {@code UsedObjectClauses}, {@code RefusedUseClauses}.
 * </ul>
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.memory;
