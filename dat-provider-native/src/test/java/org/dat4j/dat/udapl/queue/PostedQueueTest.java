package org.dat4j.dat.udapl.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The fullness of a queue, seen by a poster at each step of a completion. */
class PostedQueueTest {

  private static final int LIMIT = 2;

  private final PostedQueue queue = new PostedQueue(LIMIT, 1, false);

  private long claim() {
    assertFalse(queue.isFull());
    queue.claim(0, false, false, false);
    return queue.key();
  }

  private long fill() {
    long first = claim();
    claim();
    assertTrue(queue.isFull());
    return first;
  }

  /** A poster may look between any two steps of the thread that reads a completion. */
  @Test
  void queueIsFullAtEachStepUntilTheCompletionIsTaken() {
    long key = fill();
    queue.complete(key);
    assertTrue(queue.isFull());
    int kept = queue.keepQueued();
    assertTrue(queue.isFull());
    queue.releaseQueued(kept);
    claim();
    assertTrue(queue.isFull());
  }

  @Test
  void completionThatThePostersDoNotWaitForGivesItsSlotBackAtOnce() {
    long key = fill();
    queue.complete(key);
    queue.release();
    claim();
    assertTrue(queue.isFull());
    assertFalse(queue.isIdle());
  }

  @Test
  void transferFlushedWithoutAPlaceHasASlot() {
    claim();
    assertFalse(queue.isFull());
    int kept = queue.keepQueued();
    queue.recount();
    assertTrue(queue.isFull());
    queue.releaseQueued(kept);
    assertFalse(queue.isFull());
    assertEquals(1, queue.outstanding());
  }

  @Test
  void completionOfBeforeAResetGivesNoSlotBack() {
    long key = fill();
    queue.complete(key);
    int kept = queue.keepQueued();
    queue.forget();
    assertTrue(queue.isIdle());
    fill();
    queue.releaseQueued(kept);
    assertTrue(queue.isFull());
  }
}
