package org.dat4j.conformance.dat.mutant;

import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.spi.forward.Call;

/**
 * The fault of a DAT mutant in the completion flags of posts: one flag is lost on its way to the
 * provider.
 *
 * @param operation the kind of posts
 * @param flag the bit that is lost
 */
record FlagFault(PostCall.Op operation, int flag) implements DatFault {
  @Override
  public Object call(Call call) {
    PostCall post = PostCall.of(call);
    if (post != null && post.op() == operation) {
      post.flags(post.flags() & ~flag);
    }
    return call.proceed();
  }
}
