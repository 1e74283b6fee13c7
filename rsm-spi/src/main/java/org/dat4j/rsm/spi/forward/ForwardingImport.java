package org.dat4j.rsm.spi.forward;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentMap;

/**
 * A wrapper of an RSM import segment that passes every call on; subclasses change single calls, for
 * example to trace them or add faults.
 */
public class ForwardingImport extends ForwardingSegment<ImportSegment> implements ImportSegment {

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param delegate the provider's object
   */
  public ForwardingImport(Forwarding forwarding, ImportSegment delegate) {
    super(forwarding, ImportSegment.class, delegate);
  }

  @Override
  public long length() {
    return delegate().length();
  }

  @Override
  public int permission() {
    return delegate().permission();
  }

  @Override
  public int awaitOrAborted(int timeoutMillis) {
    return delegate().awaitOrAborted(timeoutMillis);
  }

  @Override
  public CompletionStage<Void> aborted() {
    return delegate().aborted();
  }

  @Override
  public void disconnect() {
    delegate().disconnect();
  }

  @Override
  public SegmentMap map(MapAttribute attribute, long address, int perm, long offset, long length) {
    return delegate().map(attribute, address, perm, offset, length);
  }

  @Override
  public void unmap() {
    delegate().unmap();
  }

  @Override
  public int get8(long offset, byte[] data, int index, int count) {
    return delegate().get8(offset, data, index, count);
  }

  @Override
  public int get16(long offset, short[] data, int index, int count) {
    return delegate().get16(offset, data, index, count);
  }

  @Override
  public int get32(long offset, int[] data, int index, int count) {
    return delegate().get32(offset, data, index, count);
  }

  @Override
  public int get64(long offset, long[] data, int index, int count) {
    return delegate().get64(offset, data, index, count);
  }

  @Override
  public int get(long offset, ByteBuffer destination, int index, int length) {
    return delegate().get(offset, destination, index, length);
  }

  @Override
  public int put8(long offset, byte[] data, int index, int count) {
    return delegate().put8(offset, data, index, count);
  }

  @Override
  public int put16(long offset, short[] data, int index, int count) {
    return delegate().put16(offset, data, index, count);
  }

  @Override
  public int put32(long offset, int[] data, int index, int count) {
    return delegate().put32(offset, data, index, count);
  }

  @Override
  public int put64(long offset, long[] data, int index, int count) {
    return delegate().put64(offset, data, index, count);
  }

  @Override
  public int put(long offset, ByteBuffer source, int index, int length) {
    return delegate().put(offset, source, index, length);
  }

  @Override
  public int putv(ScatGath vector) {
    ScatGath inner = forwarding().unwrap(vector);
    try {
      return delegate().putv(inner);
    } finally {
      tellResidual(inner, vector);
    }
  }

  @Override
  public int getv(ScatGath vector) {
    ScatGath inner = forwarding().unwrap(vector);
    try {
      return delegate().getv(inner);
    } finally {
      tellResidual(inner, vector);
    }
  }

  private static void tellResidual(ScatGath inner, ScatGath vector) {
    if (inner != vector) {
      vector.setResidual(inner.residual());
    }
  }

  @Override
  public RsmBarrier initBarrier(BarrierType type) {
    return forwarding().wrap(RsmBarrier.class, delegate().initBarrier(type));
  }

  @Override
  public void setMode(BarrierMode mode) {
    delegate().setMode(mode);
  }

  @Override
  public BarrierMode getMode() {
    return delegate().getMode();
  }
}
