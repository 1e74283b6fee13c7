package org.dat4j.conformance.dat.mutant.occasion;

import org.dat4j.conformance.dat.mutant.occasion.PostedTransfers.Posted;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only on transfers above a length or with a number of
 * segments. It is met at the post and at the completion.
 */
final class PostOccasion extends Occasion {
  /** A test of a post and of the bytes that it moves. */
  private interface Test {
    boolean holds(Posted post, long length);
  }

  private final Test test;
  private final PostedTransfers posted = new PostedTransfers();

  private PostOccasion(Test test) {
    this.test = test;
  }

  /** Makes the occasion of transfers of more than a number of bytes. */
  static PostOccasion above(long bytes) {
    return new PostOccasion((post, length) -> length > bytes);
  }

  /** Makes the occasion of transfers of at least a number of segments. */
  static PostOccasion segments(int least) {
    return new PostOccasion((post, length) -> post.count() >= least);
  }

  @Override
  public void begin(Call call) {
    posted.posted(PostCall.of(call));
  }

  @Override
  public boolean isMet(Call call) {
    PostCall post = PostCall.of(call);
    return post != null && test.holds(Posted.of(post), post.length());
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    Posted post = posted.of(evd, event);
    if (post == null) {
      return false;
    }
    boolean moved = event.status() == DtoStatus.SUCCESS && !post.op().request();
    return test.holds(post, moved ? event.transferredLength() : post.length());
  }
}
