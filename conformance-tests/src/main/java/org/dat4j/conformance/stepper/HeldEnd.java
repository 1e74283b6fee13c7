package org.dat4j.conformance.stepper;

import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;

/** An endpoint that several threads use, and the dispatcher of its transfers. */
final class HeldEnd extends Held<Ep> {
  final Held<Evd> queue;

  HeldEnd(Ep ep, int number, Held<Evd> queue) {
    super(ep, number);
    this.queue = queue;
  }
}
