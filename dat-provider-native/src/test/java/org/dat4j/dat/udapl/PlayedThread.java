package org.dat4j.dat.udapl;

import org.dat4j.dat.Ia;
import org.dat4j.dat.udapl.abi.DoubleControl;

/**
 * The library's own thread on the C double, played by the test: each call that is to keep it away
 * finds that it has told of one refusal.
 */
final class PlayedThread {

  private static final int REFUSED = 0x4003;

  private final long evd;

  private PlayedThread(long evd) {
    this.evd = evd;
  }

  /** Of an adapter that has kept it away once, so that all is made that is needed for it. */
  static PlayedThread of(Ia ia) {
    DoubleControl.double_watch("dat_ep_create");
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    long[] evd = new long[1];
    ((NativeIa) ia)
        .acceptGate()
        .call(
            () -> {
              evd[0] = DoubleControl.argument(4);
              pushRefusal(evd[0]);
              return 0;
            });
    return new PlayedThread(evd[0]);
  }

  /** The next call that is to keep it away does. */
  void comes() {
    pushRefusal(evd);
  }

  private static void pushRefusal(long evd) {
    DoubleControl.double_push_connection(REFUSED, evd, 0, 0, 0);
  }
}
