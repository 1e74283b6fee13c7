package org.dat4j.dat.udapl;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * JMH benchmark of the backend native: its posts and dequeues on a C test double of libdapl, beside
 * bare JNA calls with as many arguments. They come in batches, between which JMH stops the clock:
 * there every subject, the bare ones too, has its transfers posted, completed and taken, so that
 * caches and clock are the same for all.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class NativeCalls {

  /** Calls of a batch: what {@link DoubleAdapter} can have outstanding. */
  static final int BATCH = 32;

  /** A connected endpoint in the double. */
  @State(Scope.Thread)
  public static class Connected {

    final DatEvent event = new DatEvent();
    DoubleAdapter adapter;
    private long lastKey;

    /** Connects, and learns the first cookie. */
    @Setup
    public void connect() {
      adapter = new DoubleAdapter(BATCH);
      adapter.establish();
      DoubleControl.double_watch("dat_ep_post_send");
      adapter.send(0, 0);
      lastKey = adapter.lastKey();
      adapter.completeRequest(lastKey, 0);
      expect(DatReturn.SUCCESS, adapter.request.dequeue(event));
      DoubleControl.double_unrecorded(1);
    }

    /** Disconnects. */
    @TearDown
    public void close() {
      adapter.close();
    }

    void send() {
      for (int i = 0; i < BATCH; i++) {
        expect(DatReturn.SUCCESS, adapter.send(i, 0));
      }
    }

    void complete() {
      for (int i = 0; i < BATCH; i++) {
        adapter.completeRequest(++lastKey, 0);
      }
    }

    void dequeue() {
      for (int i = 0; i < BATCH; i++) {
        expect(DatReturn.SUCCESS, adapter.request.dequeue(event));
      }
    }
  }

  /** A connected endpoint for posts, whose transfers are completed after each batch. */
  public static class ForSends extends Connected {

    /** Completes the transfers. */
    @TearDown(Level.Invocation)
    public void completeAndDequeue() {
      complete();
      dequeue();
    }
  }

  /** A connected endpoint for dequeues, with as many completions before each batch. */
  public static class ForCompletions extends Connected {

    /** Sends and completes. */
    @Setup(Level.Invocation)
    public void sendAndComplete() {
      send();
      complete();
    }
  }

  /**
   * A connected endpoint for the other calls, which has carried out as many transfers before each
   * batch.
   */
  public static class ForOthers extends Connected {

    /** Sends, completes and takes. */
    @Setup(Level.Invocation)
    public void sendAndTake() {
      send();
      complete();
      dequeue();
    }
  }

  /**
   * A bare call with as many arguments as {@code dat_ep_post_send} has.
   *
   * @param connected loads the double
   * @return for JMH
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long bareFive(ForOthers connected) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += DoubleControl.double_bare5(i, 1, 2, 3, 4);
    }
    return sum;
  }

  /**
   * A bare call with as many arguments as {@code dat_evd_dequeue} has.
   *
   * @param connected loads the double
   * @return for JMH
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long bareTwo(ForOthers connected) {
    long sum = 0;
    for (int i = 0; i < BATCH; i++) {
      sum += DoubleControl.double_bare(i, 7);
    }
    return sum;
  }

  /**
   * Posts a Send of one segment.
   *
   * @param connected its endpoint
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void postSend(ForSends connected) {
    connected.send();
  }

  /**
   * Dequeues a completion.
   *
   * @param connected its EVD
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void dequeue(ForCompletions connected) {
    connected.dequeue();
  }

  /**
   * Dequeues from an empty EVD.
   *
   * @param connected its EVD
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public void dequeueEmpty(ForOthers connected) {
    for (int i = 0; i < BATCH; i++) {
      expect(DatReturn.QUEUE_EMPTY, connected.adapter.request.dequeue(connected.event));
    }
  }

  private static void expect(int wanted, int ret) {
    if (ret != wanted) {
      throw new IllegalStateException(ret + " instead of " + wanted);
    }
  }
}
