package org.dat4j.rsm.spi.forward;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImporterInfo;

/**
 * A wrapper of an RSM export segment that passes every call on; subclasses change single calls, for
 * example to trace them or add faults.
 */
public class ForwardingExport extends ForwardingSegment<ExportSegment> implements ExportSegment {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingExport(Forwarding forwarding, ExportSegment delegate) {
    super(forwarding, ExportSegment.class, delegate);
  }

  @Override
  public long length() {
    return delegate().length();
  }

  @Override
  public int publish(int segmentId, List<AccessEntry> accessList) {
    return delegate().publish(segmentId, accessList);
  }

  @Override
  public void republish(List<AccessEntry> accessList) {
    delegate().republish(accessList);
  }

  @Override
  public void unpublish() {
    delegate().unpublish();
  }

  @Override
  public void rebind(ByteBuffer memory, long offset) {
    delegate().rebind(memory, offset);
  }

  @Override
  public List<ImporterInfo> importers() {
    return delegate().importers();
  }

  @Override
  public void onImporterLost(Consumer<ImporterInfo> listener) {
    delegate().onImporterLost(listener);
  }

  @Override
  public void destroy() {
    delegate().destroy();
  }
}
