package org.dat4j.rsm.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.dat4j.rsm.RsmException;

/**
 * Makes and completes the {@code CompletionStage} by which an RSM import tells the program that it
 * was aborted. Programs wait for that stage; the object holds its own lock only briefly.
 */
final class AbortNotice {
  private CompletableFuture<Void> future;
  private RsmException end;
  private volatile boolean awaited;

  /** Returns a stage that completes when the import is aborted, and fails when it ends before. */
  synchronized CompletionStage<Void> stage() {
    if (future == null) {
      future = new CompletableFuture<>();
      awaited = end == null;
      if (end != null) {
        fail(end);
      }
    }
    return future.minimalCompletionStage();
  }

  /** Tells whether a program has a stage that is not completed. */
  boolean isAwaited() {
    return awaited;
  }

  /** Completes the stage, if a program has it, because the import is aborted. */
  synchronized void complete() {
    if (awaited) {
      awaited = false;
      CompletableFuture<Void> completed = future;
      Notices.run(() -> completed.complete(null));
    }
  }

  /** Fails the stage, because this process has ended the import. */
  synchronized void end(RsmException how) {
    if (end == null) {
      end = how;
      if (awaited) {
        awaited = false;
        fail(how);
      }
    }
  }

  private void fail(RsmException how) {
    CompletableFuture<Void> failed = future;
    Notices.run(() -> failed.completeExceptionally(how));
  }
}
