package example.engine;

import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.DtoOp;

/**
 * A Send, Receive, RDMA Read or RDMA Write that was posted to an endpoint of the example provider.
 *
 * @param op which
 * @param segments the local memory, of this entry alone
 * @param length bytes to move; of a Receive the bytes it has room for
 * @param cookie of the completion
 * @param remoteContext the memory of the peer, of an RDMA
 * @param remoteAddress first byte there
 * @param flags of the completion
 */
record PostedTransfer(
    DtoOp op,
    LmrIov segments,
    long length,
    long cookie,
    int remoteContext,
    long remoteAddress,
    int flags) {

  /** The same with another length: a Receive whose message is shorter. */
  PostedTransfer ofLength(long moved) {
    return new PostedTransfer(op, segments, moved, cookie, remoteContext, remoteAddress, flags);
  }

  /** Copies segments, which are the program's again when the post returns. */
  static LmrIov copy(LmrIov iov, int lmrContext, long address, long length) {
    if (iov == null) {
      return new LmrIov(1).add(lmrContext, address, length);
    }
    LmrIov own = new LmrIov(Math.max(1, iov.count()));
    for (int i = 0; i < iov.count(); i++) {
      own.add(iov.lmrContext(i), iov.address(i), iov.length(i));
    }
    return own;
  }
}
