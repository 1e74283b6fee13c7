/**
 * Tests of the clauses about transfers, by role, with {@code TransferTest} as their base:
 *
 * <ul>
 *   <li>posts: {@code PostSendClauses}, {@code PostRecvClauses}, {@code RdmaWriteClauses}, {@code
 *       RdmaReadClauses}, {@code FencedRequestClauses};
 *   <li>refused accesses: {@code OutOfBoundsRdmaClauses};
 *   <li>sizes and numbers: {@code TransferSizeClauses}, {@code BoundaryValueClauses}, {@code
 *       BurstClauses}, {@code OutstandingReadClauses};
 *   <li>posts in situations: {@code PostSituationClauses}, {@code RdmaSituationClauses};
 *   <li>attributes and settings: {@code EndpointVarietyClauses}, {@code AttributeMixClauses}, with
 *       {@code SettingTrials};
 *   <li>the moment: {@code ReadUnderWayClauses}, {@code ReceiveSituationClauses};
 *   <li>the kinds of transfer that tests vary: {@code TransferKind}.
 * </ul>
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.transfer;
