package org.dat4j.tools.perf;

/** The limit of messages inside one JVM: two threads raise flags for each other in turns. */
final class Flag implements Exchange {

  private final Common common;
  private final Patience patience;
  private long value;

  Flag(Session session) {
    common = session.common();
    patience = session.patience();
  }

  @Override
  public long initiate(long count, Trips trips) {
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      common.raise(Common.INITIATOR, ++value);
      await(Common.RESPONDER);
      long now = System.nanoTime();
      trips.record(now - last);
      last = now;
    }
    return last - begin;
  }

  @Override
  public void respond(long count) {
    for (long i = 0; i < count; i++) {
      ++value;
      await(Common.INITIATOR);
      common.raise(Common.RESPONDER, value);
    }
  }

  private void await(int flag) {
    patience.renew();
    while (common.flag(flag) != value) {
      patience.spin();
    }
  }
}
