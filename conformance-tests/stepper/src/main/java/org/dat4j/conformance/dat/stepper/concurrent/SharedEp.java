package org.dat4j.conformance.dat.stepper.concurrent;

import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;

/** An endpoint that several threads of the DAT stepper use, with the EVD of its transfers. */
final class SharedEp extends SharedHandle<Ep> {
  final SharedHandle<Evd> queue;

  SharedEp(Ep ep, int number, SharedHandle<Evd> queue) {
    super(ep, number);
    this.queue = queue;
  }
}
