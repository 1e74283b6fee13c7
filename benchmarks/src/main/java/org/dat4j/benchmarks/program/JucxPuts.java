package org.dat4j.benchmarks.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * The one-sided writes of {@link JucxTransport}: puts from this side's memory into that of the
 * other side, each of which exposes a buffer of the size of a write.
 *
 * <p>UCX completes a put when its source may be used again. A write that is timed counts when a
 * flush says that it was placed, as an RDMA Write of DAT is complete then.
 */
final class JucxPuts implements AutoCloseable {

  private final UcpMemory exposed;
  private final ByteBuffer source;
  private final boolean isTimed;
  private final UcxCallback counted = new Counted();
  private long peerAddress;
  private ByteBuffer peerKey;
  private UcpEndpoint endpoint;
  private UcpRemoteKey key;
  private long completed;
  private String failure;

  JucxPuts(UcpContext context, OperatingPoint point) {
    exposed = context.registerMemory(ByteBuffer.allocateDirect(point.size()));
    source = ByteBuffer.allocateDirect(point.size());
    isTimed = point.isLatency();
  }

  /** Tells the other side where this one's memory is. */
  void tell(DataOutputStream to) throws IOException {
    to.writeLong(exposed.getAddress());
    JucxTransport.write(exposed.getRemoteKeyBuffer(), to);
  }

  /** Hears where the other side's memory is. */
  void hear(DataInputStream from) throws IOException {
    peerAddress = from.readLong();
    peerKey = JucxTransport.read(from);
  }

  /** Takes the endpoint over which the other side's memory is reached. */
  void open(UcpEndpoint over) {
    endpoint = over;
    key = over.unpackRemoteKey(peerKey);
  }

  void put(long stamp) {
    source.putLong(0, stamp);
    long address = UcxUtils.getAddress(source);
    UcxCallback end = isTimed ? null : counted;
    endpoint.putNonBlocking(address, source.capacity(), peerAddress, key, end);
    if (isTimed) {
      endpoint.flushNonBlocking(counted);
    }
  }

  /** Counts the puts that are done. */
  long completed() {
    if (failure != null) {
      throw new IllegalStateException("a put failed: " + failure);
    }
    return completed;
  }

  private final class Counted extends UcxCallback {
    @Override
    public void onSuccess(UcpRequest request) {
      completed++;
    }

    @Override
    public void onError(int status, String text) {
      failure = text;
    }
  }

  @Override
  public void close() {
    key.close();
    exposed.close();
  }
}
