package org.dat4j.rsm.spi.forward;

import java.nio.ByteBuffer;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmController;

/**
 * A wrapper of an RSM controller that passes every call on; subclasses change single calls, for
 * example to trace them or to add a fault.
 */
public class ForwardingController extends ForwardingObject<RsmController> implements RsmController {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingController(Forwarding forwarding, RsmController delegate) {
    super(forwarding, RsmController.class, delegate);
  }

  @Override
  public String name() {
    return delegate().name();
  }

  @Override
  public ControllerAttr getAttr() {
    return delegate().getAttr();
  }

  @Override
  public void release() {
    delegate().release();
  }

  @Override
  public void close() {
    delegate().close();
  }

  @Override
  public ByteBuffer allocate(int length) {
    return delegate().allocate(length);
  }

  @Override
  public ExportSegment createExportSegment(ByteBuffer memory, int flags) {
    return forwarding().wrap(ExportSegment.class, delegate().createExportSegment(memory, flags));
  }

  @Override
  public ImportSegment connectImportSegment(int nodeId, int segmentId, int perm) {
    return forwarding()
        .wrap(ImportSegment.class, delegate().connectImportSegment(nodeId, segmentId, perm));
  }

  @Override
  public LocalMemoryHandle createLocalMemoryHandle(ByteBuffer memory) {
    return forwarding().wrap(LocalMemoryHandle.class, delegate().createLocalMemoryHandle(memory));
  }

  @Override
  public void freeLocalMemoryHandle(LocalMemoryHandle handle) {
    delegate().freeLocalMemoryHandle(forwarding().unwrap(LocalMemoryHandle.class, handle));
  }
}
