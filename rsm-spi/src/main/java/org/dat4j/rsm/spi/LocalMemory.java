package org.dat4j.rsm.spi;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.rsm.LocalMemoryHandle;

/** The handle of local memory that an RSM controller of any provider makes for vectors. */
final class LocalMemory implements LocalMemoryHandle {
  private final AbstractController controller;
  private final ByteBuffer memory;
  private final Object prepared;
  private final AtomicBoolean freed = new AtomicBoolean();

  LocalMemory(AbstractController controller, ByteBuffer memory, Object prepared) {
    this.controller = controller;
    this.memory = memory;
    this.prepared = prepared;
  }

  @Override
  public int length() {
    return memory.capacity();
  }

  @Override
  public void close() {
    free(controller);
  }

  /** Frees the handle once; returns false if it is another controller's or freed. */
  boolean free(AbstractController by) {
    if (by != controller || !freed.compareAndSet(false, true)) {
      return false;
    }
    controller.forget(this);
    controller.implFreeLocalMemory(prepared);
    return true;
  }

  /** Returns the memory, or null if a controller's vectors may not use it. */
  ByteBuffer memory(AbstractController user) {
    return user == controller && !freed.get() ? memory : null;
  }

  /** Gives the controller's prepared object, or null if its vectors may not use it. */
  Object prepared(AbstractController user) {
    return user == controller && !freed.get() ? prepared : null;
  }
}
