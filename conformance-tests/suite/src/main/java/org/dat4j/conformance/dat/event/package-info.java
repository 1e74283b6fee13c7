/**
 * Tests of the clauses about events, by role:
 *
 * <ul>
 *   <li>creation and change of EVDs: {@code EvdClauses}, {@code EvdResizeClauses}, {@code
 *       EvdEnableClauses}, {@code EvdUnwaitableClauses}, {@code EvdCnoClauses}, {@code
 *       EvdSituationClauses};
 *   <li>taking and waiting: {@code EvdDequeueClauses}, {@code EvdWaitClauses}, {@code
 *       EvdWaitModelClauses}, {@code WakeUpMomentClauses};
 *   <li>what events there are: {@code EvdSoftwareEventClauses}, {@code CompletionModelClauses},
 *       {@code EventDeliveryClauses};
 *   <li>CNOs: {@code CnoClauses}, {@code CnoWaitClauses}.
 * </ul>
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.event;
