/**
 * The two sides of a connection in the pairs of DAT, two calls made at once.
 *
 * <ul>
 *   <li>The far side of a scene: {@link org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer}
 *       is the peer of a transfer, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.sides.AnsweringSide} answers a connection request.
 *   <li>On an adapter of this JVM: {@link
 *       org.dat4j.conformance.dat.stepper.pairs.sides.LocalTransferPeer}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.sides.LocalAnsweringSide}. {@link
 *       org.dat4j.conformance.dat.stepper.pairs.sides.DatFarSides} has them in the second JVM.
 *   <li>What both sides use: {@link org.dat4j.conformance.dat.stepper.pairs.sides.RenewedAdapter},
 *       {@link org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers}.
 * </ul>
 *
 * <p>One thread at a time uses a side; no locks. Scenes and families of the pairs depend on this
 * package. It depends on the kit of the pairs and on the fixtures of the suite.
 */
package org.dat4j.conformance.dat.stepper.pairs.sides;
